import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { listInvoicesWith, listReady } from '@casillero/shared/domain/figure-lists'
import { nameOwnDebt } from '@casillero/shared/domain/ledger-entry'
import { formatMoney, formatTariffPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { readyStatus } from '@casillero/shared/domain/package-choice'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { CreditText } from '../clients/credit-text.tsx'
import { useStatuses } from '../packages/package-choices.ts'
import { shippingKindName } from '../tariffs/shipping-kind.tsx'
import { useToBill } from './use-to-bill.ts'

type StripProps = { account: ClientAccount; onTab: (id: string) => void }

const tariffKinds = ['aereo', 'maritimo'] as const

export const tariffTexts = ({ tariffs }: ClientAccount): string[] =>
  tariffKinds.map((kind) => {
    const tariff = tariffs[kind]
    return tariff === null
      ? `${shippingKindName(kind)}: ninguna`
      : `${tariff.name} · ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`
  })

export function ClientStrip({ account, onTab }: StripProps) {
  const { client, credit, ready } = account
  const statusId = readyStatus(useStatuses())?.id ?? null
  const { count, oldest } = summariseDebt(account)
  const { total } = useToBill(client.id)
  return (
    <Surface className="mb-3 grid auto-cols-fr grid-flow-col overflow-clip">
      <Cell label="Debe" to={count > 0 ? linkOwed(account) : undefined}>
        <Debt account={account} />
        <CreditText credit={account.creditLine} />
        {count > 0 && oldest !== undefined && (
          <Small>{`${countText(count, 'factura', 'facturas')} · la más vieja, ${daysText(daysSince(oldest))}`}</Small>
        )}
      </Cell>
      {total !== undefined && (
        <Cell label="Por facturar" to={`/facturar?cliente=${client.id}`}>
          <Big>
            <Sums sums={total} />
          </Big>
          <Small>Flete y cargos sin factura</Small>
        </Cell>
      )}
      {credit.length > 0 && (
        <Cell label="Saldo a favor" onOpen={() => onTab('estado')}>
          <Credit account={account} />
          <Small>Se ofrece al cobrar</Small>
        </Cell>
      )}
      <Cell label="Listos para retirar" to={ready.count > 0 ? listReady(statusId, { clientId: client.id }) : undefined}>
        <Big>
          {ready.count === 0 ? 'Ninguno' : ready.count}
          {ready.count > 0 && <span className="font-normal text-muted">{` · ${formatWeight(ready.weight)}`}</span>}
        </Big>
        {ready.oldestAt !== null && <Small>{waitText(daysSince(ready.oldestAt))}</Small>}
      </Cell>
      <Cell label="Tarifas" onOpen={() => onTab('datos')}>
        {tariffTexts(account).map((text) => (
          <span key={text} className="block break-words font-medium text-body">
            {text}
          </span>
        ))}
      </Cell>
    </Surface>
  )
}

/** On a phone, the list shows what is ready and Datos the tariffs. */
export function NarrowStrip({ account, onTab }: StripProps) {
  const { count } = summariseDebt(account)
  const { total } = useToBill(account.client.id)
  return (
    <div className="grid grid-cols-2 border-line border-t [&>:last-child:nth-child(odd)]:col-span-2">
      <Cell
        label={count > 0 ? `Debe · ${countText(count, 'factura', 'facturas')}` : 'Debe'}
        to={count > 0 ? linkOwed(account) : undefined}
      >
        <Debt account={account} />
        <CreditText credit={account.creditLine} />
      </Cell>
      {account.credit.length > 0 && (
        <Cell label="Saldo a favor" onOpen={() => onTab('estado')}>
          <Credit account={account} />
        </Cell>
      )}
      {total !== undefined && (
        <Cell label="Por facturar" to={`/facturar?cliente=${account.client.id}`}>
          <Big>
            <Sums sums={total} />
          </Big>
        </Cell>
      )}
    </div>
  )
}

const linkOwed = ({ client }: ClientAccount): string => listInvoicesWith({ debt: 'true', clientId: client.id })

function summariseDebt({ owed, debts }: ClientAccount): { count: number; oldest: string | undefined } {
  const [oldest] = owed.map(({ oldestAt }) => oldestAt).toSorted()
  return { count: owed.reduce((sum, debt) => sum + debt.count, -debts.length), oldest }
}

const Debt = ({ account: { owed, debts } }: { account: ClientAccount }) =>
  owed.length === 0 ? (
    <Big>Nada</Big>
  ) : (
    <>
      <Big isDebt>
        <Sums sums={owed} />
      </Big>
      {debts.map(({ id, invoice, pendingTotal, currency }) => (
        <Small key={id}>
          {`${nameOwnDebt(invoice.companyInvoiceId)}: ${formatMoney(pendingTotal, currency.symbol)}`}
        </Small>
      ))}
    </>
  )

const Credit = ({ account: { credit } }: { account: ClientAccount }) => (
  <Big>
    <Sums sums={credit} />
  </Big>
)

const waitText = (days: number): string => (days === 0 ? 'Desde hoy' : `El más viejo espera ${daysText(days)}`)

const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

type Sum = { code: string; symbol: string; amount: number }

/** Sums of two currencies are never added. */
const Sums = ({ sums }: { sums: readonly Sum[] }) =>
  sums.map(({ code, symbol, amount }, at) => (
    <span key={code} className="max-lg:block">
      {at > 0 && <span className="font-normal text-muted max-lg:hidden"> · </span>}
      <Amount>{formatMoney(amount, symbol)}</Amount>
    </span>
  ))

const cellClass =
  'min-w-0 border-line px-4 py-3 text-left -mb-px -mr-px border-r border-b focus-visible:-outline-offset-2'

type CellProps = {
  label: string
  to?: string | undefined
  onOpen?: (() => void) | undefined
  children: ReactNode
}

function Cell({ label, to, onOpen, children }: CellProps) {
  const content = (
    <>
      <span className="block text-help text-muted">{label}</span>
      {children}
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={`${cellClass} flex flex-col items-start hover:bg-surface-2`}>
        {content}
      </Link>
    )
  }
  if (onOpen === undefined) return <div className={cellClass}>{content}</div>
  return (
    <button type="button" className={`${cellClass} flex flex-col items-start hover:bg-surface-2`} onClick={onOpen}>
      {content}
    </button>
  )
}

const Big = ({ isDebt, children }: { isDebt?: true; children: ReactNode }) => (
  <span className={isDebt ? 'block font-semibold text-card text-yellow-text' : 'block font-semibold text-card'}>
    {children}
  </span>
)

const Small = ({ children }: { children: ReactNode }) => <span className="block text-help text-muted">{children}</span>
