import { formatMoney } from '@casillero/shared/domain/money-format'
import { Lock } from 'lucide-react'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Balance, movingParts, signedMoney } from './cash-texts.ts'

/** What the drawer should hold, for each currency with its parts; for admins. */
export function ExpectedCard({ balances }: { balances: readonly Balance[] }) {
  return (
    <Surface className="flex flex-col">
      <div className="grid flex-1 @min-[560px]/page:auto-cols-fr @min-[560px]/page:grid-flow-col divide-line @max-[559px]/page:divide-y @min-[560px]/page:divide-x">
        {balances.map((balance) => (
          <section key={balance.currencyId} aria-label={`Efectivo esperado en ${balance.name}`} className="min-w-0 p-4">
            <h2 className="text-label text-muted">{`Efectivo esperado en ${balance.symbol}`}</h2>
            <p className="whitespace-nowrap border-line border-b pb-2 font-[650] text-total tabular-nums">
              {formatMoney(balance.expected, balance.symbol)}
            </p>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 pt-2.5 text-body">
              <dt className="text-muted">Fondo</dt>
              <dd className="text-right">
                <Amount>{formatMoney(balance.opening, balance.symbol)}</Amount>
              </dd>
              {movingParts.map(({ label, amount }) => (
                <Part key={label} label={label} text={signedMoney(amount(balance), balance.symbol)} />
              ))}
            </dl>
          </section>
        ))}
        {balances.length === 0 && <p className="p-4 text-body text-muted">La caja está vacía.</p>}
      </div>
      <p className="flex items-center gap-2 border-line border-t px-4 py-2 text-label text-muted">
        <Lock size={14} aria-hidden="true" />
        Solo un administrador ve lo esperado antes del cierre
      </p>
    </Surface>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">
        <Amount>{text}</Amount>
      </dd>
    </>
  )
}
