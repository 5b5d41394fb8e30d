import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { useIsAtLeast, useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { fullName } from '../client-search/client-name.ts'
import { CollectBar, CollectSummary } from './collect-summary.tsx'
import { CollectedInvoices } from './collected-invoices.tsx'
import { CollectedPayments } from './collected-payments.tsx'
import { type CollectionForm, collectionTotals, emptyRow, sumsText } from './collection-form.ts'
import { listOpenDebts, type OpenDebt, openInvoices } from './open-invoices.ts'
import { useCollecting } from './use-collecting.ts'

type CollectFormProps = {
  account: ClientAccount
  invoices: readonly OpenDebt[]
  currencies: readonly Currency[]
  /** The preselected invoices; the others get nothing until the clerk enters an amount. */
  chosen: readonly string[] | undefined
}

/** Sets the amount of all other invoices to 0. */
const leaveOut = (invoices: readonly OpenDebt[], chosen: readonly string[] | undefined) =>
  new Map(invoices.flatMap(({ id }) => (chosen === undefined || chosen.includes(id) ? [] : [[id, '0'] as const])))

function CollectForm({ account, invoices, currencies, chosen }: CollectFormProps) {
  const box = useRef<HTMLFormElement>(null)
  const isTwoColumns = useIsAtLeast(box, 860)
  const [left] = useState(() => leaveOut(invoices, chosen))
  const [form, setForm] = useState<CollectionForm>(() => {
    const first = invoices.find(({ id }) => !left.has(id))
    return {
      payments: [emptyRow(0, first?.currency.id ?? currencies[0]?.id ?? '')],
      typed: left,
      choice: undefined,
    }
  })
  const totals = collectionTotals(form, invoices, currencies)
  const { save, isSaving, isLost, isDone } = useCollecting({ form, totals, invoices, account })
  useUnsavedWork(!isDone && (totals.sent.length > 0 || form.typed !== left))
  const saving = { isSaving, isLost, onSave: () => void save() }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <form
      ref={box}
      aria-label="Cobrar"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className={cx('grid gap-3', isTwoColumns && 'grid-cols-[minmax(0,1fr)_316px] items-start gap-x-5')}
    >
      <div className="grid min-w-0 gap-3" inert={isSaving}>
        <CollectedPayments
          form={form}
          totals={totals}
          account={account}
          invoices={invoices}
          currencies={currencies}
          onChange={(payments) => setForm({ ...form, payments })}
        />
        <CollectedInvoices
          form={form}
          totals={totals}
          invoices={invoices}
          onType={(typed) => setForm({ ...form, typed })}
        />
      </div>
      <div className={isTwoColumns ? 'sticky top-[46px]' : undefined}>
        <CollectSummary
          account={account}
          totals={totals}
          invoices={invoices}
          onChoose={(choice) => setForm({ ...form, choice })}
          {...(isTwoColumns ? { saving } : {})}
        />
      </div>
      {!isTwoColumns && <CollectBar totals={totals} saving={saving} />}
    </form>
  )
}

const failed = 'Error al cargar las facturas pendientes'

type Loaded = { account: ClientAccount; invoices: readonly OpenDebt[]; currencies: readonly Currency[] }

/** docs/product/cash.md, "Collections". */
export function CollectPage() {
  const { id = '' } = useParams()
  const may = useMay()
  const account = useQuery({ ...read('GET /api/clients/:id/account', { params: { id } }), meta: { failed } })
  const invoices = useQuery({ ...openInvoices(id), meta: { failed } })
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed } })
  const parts = [account, invoices, currencies]
  if (account.data && invoices.data && currencies.data && may('payments.write')) {
    const open = listOpenDebts(invoices.data, account.data.data)
    const loaded = { account: account.data.data, invoices: open, currencies: currencies.data.data }
    return <Collecting key={id} {...loaded} />
  }
  return (
    <Page title="Cobrar">
      <Surface className="grid min-h-60 place-items-center">
        {parts.some(({ isError }) => isError) ? (
          <LostRow
            error={account.error}
            lost="Este cliente no existe o fue eliminado."
            failed={failed}
            onRetry={() => parts.filter(({ isError }) => isError).forEach((part) => void part.refetch())}
          />
        ) : may('payments.write') ? (
          <Spinner label="Cargando facturas pendientes..." />
        ) : (
          <p className="px-4 text-center text-muted">No tiene permiso para cobrar.</p>
        )}
      </Surface>
    </Page>
  )
}

function Collecting({ account, invoices, currencies }: Loaded) {
  const isWide = useIsWide()
  // Invoices that are no longer open are ignored. If none remains, the money is for all.
  const named = useSearchParams()[0].get('facturas')?.split(',') ?? []
  const chosen = invoices.map(({ id }) => id).filter((id) => named.includes(id))
  const { client, owed } = account
  const debts = sumsText(
    owed.map(({ currencyId, symbol, amount }) => ({ currency: { id: currencyId, symbol }, amount })),
  )
  const Title = isWide ? 'h1' : 'h2'
  const head = (
    <div className="mb-3">
      <Trail
        places={[
          { to: '/clients', label: 'Clientes' },
          { to: `/clients/${client.id}`, label: fullName(client) },
        ]}
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        {isWide && <Title className="font-semibold text-h1">Cobrar</Title>}
        <span className="wrap-anywhere font-medium">{fullName(client)}</span>
        <Tag>{client.casillero}</Tag>
        {debts !== '' && (
          <span className="text-muted lg:ml-auto">
            Debe <b className="font-semibold text-yellow-text tabular-nums">{debts}</b>
          </span>
        )}
      </div>
    </div>
  )
  return (
    <Page title="Cobrar" head={head}>
      {!isWide && head}
      {invoices.length === 0 ? (
        <Surface className="grid min-h-60 place-content-center justify-items-center gap-3 px-4 text-center">
          <p>{`${fullName(client)} no tiene facturas pendientes.`}</p>
          <Link to={`/clients/${client.id}`} className={buttonClass('secondary')}>
            Ver al cliente
          </Link>
        </Surface>
      ) : (
        <CollectForm
          account={account}
          invoices={invoices}
          currencies={currencies}
          chosen={chosen.length === 0 ? undefined : chosen}
        />
      )}
    </Page>
  )
}
