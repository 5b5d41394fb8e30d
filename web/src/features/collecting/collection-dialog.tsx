import type { Collection } from '@casillero/shared/contract/collections'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { nameOwnDebt } from '@casillero/shared/domain/ledger-entry'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { collectionReceipt, usePrintReceipt } from '../invoices/print-receipt.ts'
import { ReversalForm } from '../invoices/reversal-form.tsx'
import { SumLine } from '../invoices/sum-line.tsx'
import { VoucherButton } from '../voucher-file/voucher-button.tsx'

const failed = 'Error al cargar el cobro'

export function CollectionDialog({ collectionId, onClose }: { collectionId: string; onClose: () => void }) {
  const query = useQuery({ ...read('GET /api/collections/:id', { params: { id: collectionId } }), meta: { failed } })
  const { print, isPrinting } = usePrintReceipt()
  const may = useMay()
  const [isReversing, setIsReversing] = useState(false)
  const collection = query.data?.data
  const reversed = collection?.reversal === null && may('payments.reverse') ? collection.payments[0] : undefined
  if (collection === undefined) {
    return (
      <Dialog title="Cobro" size="lg" onClose={onClose}>
        <div className="grid min-h-60 place-items-center px-4 pb-6">
          {query.isError ? (
            <LostRow
              error={query.error}
              lost="Este cobro no existe."
              failed={failed}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Spinner label="Cargando cobro..." />
          )}
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`Cobro #${collection.companyCollectionId}`}
      size="lg"
      badge={collection.reversal === null ? undefined : <Badge tone="red">Revertido</Badge>}
      firstFocus="[data-close-collection]"
      onClose={onClose}
      footer={
        <>
          {reversed && (
            <Button variant="link" className="mr-auto text-danger-text" onClick={() => setIsReversing(true)}>
              Revertir
            </Button>
          )}
          <Button
            icon={<Printer size={16} aria-hidden="true" />}
            busy={isPrinting}
            className="max-md:flex-1"
            onClick={() => print(collectionReceipt(collection))}
          >
            Imprimir
          </Button>
          <Button data-close-collection variant="primary" className="max-md:flex-1" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <Facts collection={collection} />
      {isReversing && reversed && (
        <ReversalForm
          badge={`Cobro #${collection.companyCollectionId}`}
          payment={{ ...reversed, collection }}
          onClose={() => setIsReversing(false)}
        />
      )}
    </Dialog>
  )
}

// Read-only content must be focusable, or no key scrolls it.
const reading = { role: 'region', 'aria-label': 'Contenido del cobro', tabIndex: 0 }

function Facts({ collection }: { collection: Collection }) {
  const { client, createdAt, createdBy, payments, changeCurrency, reversal, voucherId } = collection
  return (
    <div
      {...reading}
      className="grid gap-4 border-line border-t px-4 py-4 text-body focus-visible:-outline-offset-2 md:px-5"
    >
      {reversal !== null && (
        <Note tone="yellow">
          {`Revertido por ${reversal.by.fullName}, ${formatDateTime(reversal.at)}: ${reversal.reason}`}
          {reversal.reference !== null && ` · ${reversal.reference}`}
        </Note>
      )}
      <div>
        <Link
          to={`/clients/${client.id}`}
          className="inline-flex min-h-6 items-center break-words font-semibold underline pointer-coarse:min-h-11"
        >
          {fullName(client)}
        </Link>
        <p className="break-words text-help text-muted">
          {[client.casillero, formatDateTime(createdAt), createdBy.fullName].join(' · ')}
        </p>
      </div>
      <Part title="Pagos">
        {payments.map(({ id, method, reference, total, currency }) => (
          <SumLine key={id} label={[paymentMethodNames[method], reference].filter(Boolean).join(' · ')}>
            {formatMoney(total, currency.symbol)}
          </SumLine>
        ))}
        {voucherId !== null && <VoucherButton voucherId={voucherId} />}
      </Part>
      {collection.invoices.length + collection.debts.length > 0 && <Settled collection={collection} />}
      {changeCurrency !== null && <Change collection={collection} symbol={changeCurrency.symbol} />}
    </div>
  )
}

function Settled({ collection: { invoices, debts } }: { collection: Collection }) {
  return (
    <Part title="Facturas">
      <ul className="divide-y divide-line border-line border-y">
        {invoices.map(({ id, companyInvoiceId, amount, currency }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 py-1">
            <Link
              to={`/facturar/${id}?tab=facturas`}
              state={{ step: 1 }}
              className="inline-flex min-h-6 items-center underline tabular-nums pointer-coarse:min-h-11"
            >
              {`Factura #${companyInvoiceId}`}
            </Link>
            <span className="whitespace-nowrap font-medium tabular-nums">{formatMoney(amount, currency.symbol)}</span>
          </li>
        ))}
        {debts.map(({ id, invoice, amount, currency }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 py-1">
            <span>{nameOwnDebt(invoice.companyInvoiceId)}</span>
            <span className="whitespace-nowrap font-medium tabular-nums">{formatMoney(amount, currency.symbol)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Change({ collection: { changeTotal, change }, symbol }: { collection: Collection; symbol: string }) {
  return (
    <Part title="Vuelto">
      <SumLine label="Vuelto">{formatMoney(changeTotal, symbol)}</SumLine>
      {change.map(({ id, kind, amount, handed, currency }) => (
        <SumLine key={id} label={kind === 'cash' ? 'Vuelto entregado' : 'A saldo a favor'}>
          {formatMoney(kind === 'cash' ? handed : amount, currency.symbol)}
        </SumLine>
      ))}
      {change
        .filter(({ rounding }) => rounding !== 0)
        .map(({ id, rounding, currency }) => (
          <SumLine key={id} label="Redondeo">
            {formatMoney(rounding, currency.symbol)}
          </SumLine>
        ))}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 font-semibold text-label text-muted">{title}</h3>
      {children}
    </section>
  )
}
