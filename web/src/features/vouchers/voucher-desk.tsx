import type { Voucher } from '@casillero/shared/contract/vouchers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { CollectionDialog } from '../collecting/collection-dialog.tsx'
import { sumsText } from '../collecting/collection-form.ts'
import { listOpenDebts, openInvoices } from '../collecting/open-invoices.ts'
import { ConversationLink } from '../conversation-link/conversation-link.tsx'
import { VoucherFile } from '../voucher-file/voucher-file.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { formatAmount, sourceNames } from './voucher-texts.ts'

const failed = 'Error al cargar el comprobante'

type DeskProps = {
  voucher: Voucher
  onDone: () => void
  /** Called if another clerk decided the voucher. */
  onTaken: () => void
}

/** docs/product/vouchers.md, "Verifying". */
export function VoucherDesk({ voucher, onDone, onTaken }: DeskProps) {
  const box = useRef<HTMLDivElement>(null)
  const isTwoColumns = useIsAtLeast(box, 640)
  const { client, source, createdAt } = voucher
  return (
    <div ref={box} className={cx('grid min-w-0 gap-3', isTwoColumns && 'grid-cols-[216px_minmax(0,1fr)] items-start')}>
      <div className={cx('min-w-0', isTwoColumns && 'col-span-2')}>
        <Head voucher={voucher} />
      </div>
      <Surface className="min-w-0 p-3">
        <VoucherFile voucher={voucher} />
        <p className="mt-2 text-center text-help text-muted">
          {`Llegó por ${sourceNames[source]} el ${formatDateTime(createdAt)}`}
        </p>
      </Surface>
      {voucher.state === 'pending' ? (
        <Pending voucher={voucher} onDone={onDone} onTaken={onTaken} />
      ) : (
        <Decided voucher={voucher} />
      )}
      <span className="sr-only" role="status">{`Comprobante de ${client.name}`}</span>
    </div>
  )
}

function Head({ voucher: { client, source } }: { voucher: Voucher }) {
  const account = useQuery(read('GET /api/clients/:id/account', { params: { id: client.id } }))
  const owed = account.data?.data.owed ?? []
  const debts = sumsText(
    owed.map(({ currencyId, symbol, amount }) => ({ currency: { id: currencyId, symbol }, amount })),
  )
  return (
    <Surface className="flex items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5 max-sm:flex-wrap">
      <div className="min-w-0">
        <Link
          to={`/clients/${client.id}`}
          className="inline-flex min-h-6 items-center wrap-anywhere font-semibold hover:underline pointer-coarse:min-h-11"
        >
          {client.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label">
          <Tag>{client.casillero}</Tag>
          {debts !== '' && (
            <span className="text-muted">
              Debe <b className="font-semibold text-yellow-text tabular-nums">{debts}</b>
            </span>
          )}
        </p>
      </div>
      {source === 'conversation' && (
        <span className="shrink-0 whitespace-nowrap">
          <ConversationLink clientId={client.id} />
        </span>
      )}
    </Surface>
  )
}

function Pending({ voucher, onDone, onTaken }: DeskProps) {
  const may = useMay()
  const { id } = voucher.client
  const account = useQuery({ ...read('GET /api/clients/:id/account', { params: { id } }), meta: { failed } })
  const invoices = useQuery({ ...openInvoices(id), meta: { failed } })
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed } })
  const parts = [account, invoices, currencies]
  if (!may('payments.write')) return <p className="text-muted">No tiene permiso para registrar pagos.</p>
  if (account.data && invoices.data && currencies.data) {
    return (
      <VoucherForm
        key={voucher.id}
        voucher={voucher}
        account={account.data.data}
        invoices={listOpenDebts(invoices.data, account.data.data)}
        currencies={currencies.data.data}
        onDone={onDone}
        onTaken={onTaken}
      />
    )
  }
  return (
    <Surface className="grid min-h-60 place-items-center">
      {parts.some(({ isError }) => isError) ? (
        <LostRow
          error={account.error}
          lost="Este cliente no existe o fue eliminado."
          failed={failed}
          onRetry={() => parts.filter(({ isError }) => isError).forEach((part) => void part.refetch())}
        />
      ) : (
        <Spinner label="Cargando facturas pendientes..." />
      )}
    </Surface>
  )
}

function Decided({ voucher }: { voucher: Voucher }) {
  const { state, decidedBy, decidedAt, collection, rejectReason, repeatReason, reference } = voucher
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Surface className="grid justify-items-start gap-2 p-4">
      <Badge tone={state === 'accepted' ? 'green' : 'red'}>{state === 'accepted' ? 'Registrado' : 'Rechazado'}</Badge>
      <p>{[decidedBy?.fullName, decidedAt === null ? '' : formatDateTime(decidedAt)].filter(Boolean).join(', ')}</p>
      {formatAmount(voucher) !== '' && <p>{`El cliente escribió ${formatAmount(voucher)}`}</p>}
      {reference !== null && <p className="wrap-anywhere">{`Referencia ${reference}`}</p>}
      {rejectReason !== null && <p className="wrap-anywhere">{`Motivo: ${rejectReason}`}</p>}
      {repeatReason !== null && <p className="wrap-anywhere">{`Repetido, se registró porque: ${repeatReason}`}</p>}
      {collection !== null && (
        <Button onClick={() => setIsOpen(true)}>{`Cobro #${collection.companyCollectionId}`}</Button>
      )}
      {isOpen && collection !== null && (
        <CollectionDialog collectionId={collection.id} onClose={() => setIsOpen(false)} />
      )}
    </Surface>
  )
}
