import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { formatMoney, formatPricePerPound, formatWeight } from '@casillero/shared/domain/money-format'
import type { ReactNode } from 'react'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { shippingKindName } from '../tariffs/shipping-kind.tsx'

type StripProps = { account: ClientAccount; onInvoices: () => void; onPackages: () => void }

/** What is asked at the counter: debts, credit, what can be picked up, and the price of a pound. */
export function ClientStrip({ account, onInvoices, onPackages }: StripProps) {
  const { owed, credit, ready, tariffs } = account
  const count = owed.reduce((sum, debt) => sum + debt.count, 0)
  const [oldest] = owed.map(({ oldestAt }) => oldestAt).toSorted()
  return (
    <Surface className="mb-3 grid grid-cols-2 overflow-clip @min-[820px]/page:grid-cols-4">
      <Cell label="Debe" onOpen={count > 0 ? onInvoices : undefined}>
        {oldest === undefined ? (
          <Big>Nada</Big>
        ) : (
          <>
            <Big isDebt>
              <Sums sums={owed} />
            </Big>
            <Small>{`${countText(count, 'factura', 'facturas')} · la más vieja, ${daysText(daysSince(oldest))}`}</Small>
          </>
        )}
      </Cell>
      <Cell label="Saldo a favor">
        <Big>{credit.length === 0 ? 'Nada' : <Sums sums={credit} />}</Big>
      </Cell>
      <Cell label="Listos para retirar" onOpen={ready.count > 0 ? onPackages : undefined}>
        <Big>
          {ready.count === 0 ? 'Ninguno' : ready.count}
          {ready.count > 0 && <span className="font-normal text-muted">{` · ${formatWeight(ready.weight)}`}</span>}
        </Big>
        {ready.oldestAt !== null && <Small>{waitText(daysSince(ready.oldestAt))}</Small>}
      </Cell>
      <Cell label="Tarifas">
        {(['aereo', 'maritimo'] as const).map((kind) => {
          const tariff = tariffs[kind]
          return (
            <span key={kind} className="block break-words font-medium text-body">
              {tariff === null
                ? `${shippingKindName(kind)}: ninguna`
                : `${tariff.name} · ${formatPricePerPound(tariff.pricePerPound)}`}
            </span>
          )
        })}
      </Cell>
    </Surface>
  )
}

const waitText = (days: number): string => (days === 0 ? 'Desde hoy' : `El más viejo espera ${daysText(days)}`)

const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

type Sum = { code: string; symbol: string; amount: number }

/** Currencies stand beside each other and are never added up. */
const Sums = ({ sums }: { sums: readonly Sum[] }) =>
  sums.map(({ code, symbol, amount }, at) => (
    <span key={code}>
      {at > 0 && <span className="font-normal text-muted"> · </span>}
      <Amount>{formatMoney(amount, symbol)}</Amount>
    </span>
  ))

const cellClass =
  'min-w-0 border-line px-4 py-3 text-left -mb-px -mr-px border-r border-b focus-visible:-outline-offset-2'

type CellProps = { label: string; onOpen?: (() => void) | undefined; children: ReactNode }

function Cell({ label, onOpen, children }: CellProps) {
  const content = (
    <>
      <span className="block text-help text-muted">{label}</span>
      {children}
    </>
  )
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
