import type { CashSession } from '@casillero/shared/contract/cash'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { type CurrencyTakings as Takings, takingsByCurrency } from '@casillero/shared/domain/takings'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { countText } from '../invoices/invoice-texts.ts'

export function TakingsCard({ session }: { session: CashSession }) {
  const collected = session.collected.filter(({ isCounted }) => isCounted)
  const takings = takingsByCurrency(session.takings)
  const count = session.payments.length + collected.length
  const credit = session.takings.filter(({ method }) => method === 'credit')
  return (
    <Surface className="flex flex-col">
      <div className="flex-1 divide-y divide-line">
        <div className="px-4 pt-3 pb-2">
          <h2 className="text-label text-muted">{`Cobrado en este turno · ${countText(count, 'pago', 'pagos')}`}</h2>
          {takings.length === 0 && <p className="py-3 text-body text-muted">Todavía no hay pagos.</p>}
          {takings[0] && <CurrencyBars takings={takings[0]} />}
        </div>
        {takings.slice(1).map((one) => (
          <div key={one.currencyId} className="px-4 py-2">
            <CurrencyBars takings={one} />
          </div>
        ))}
      </div>
      {credit.length > 0 && (
        <p className="flex flex-wrap justify-between gap-x-3 border-line border-t px-4 py-2 text-label text-muted">
          <span>Aparte: saldo a favor usado</span>
          <Amount>{credit.map(({ total, symbol }) => formatMoney(total, symbol)).join(' · ')}</Amount>
        </p>
      )}
    </Surface>
  )
}

function CurrencyBars({ takings: { name, symbol, total, methods } }: { takings: Takings }) {
  // Each currency has its own scale, because currencies are not compared.
  const widest = Math.max(...methods.map(({ amount }) => amount), 0)
  const hasCash = (method: string) => method === 'cash'
  return (
    <section aria-label={`Cobrado en ${name}`}>
      <p className="flex justify-between gap-3 py-1 font-semibold text-body">
        <span className="min-w-0 break-words">{name}</span>
        <Amount>{formatMoney(total, symbol)}</Amount>
      </p>
      <ul>
        {methods.map(({ method, amount }) => (
          <li
            key={method}
            className="grid min-h-6 grid-cols-[minmax(0,1.1fr)_minmax(48px,1fr)_auto] items-center gap-3 text-help text-muted"
          >
            <span>{hasCash(method) ? 'Efectivo, menos vuelto' : paymentMethodNames[method]}</span>
            <span className="h-2.5 rounded-[3px] bg-surface-3" aria-hidden="true">
              <span
                className="block h-full rounded-[3px] bg-primary"
                style={{ width: widest > 0 && amount > 0 ? `${(amount / widest) * 100}%` : 0 }}
              />
            </span>
            <span className="min-w-20 text-right">
              <Amount>{formatMoney(amount, symbol)}</Amount>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
