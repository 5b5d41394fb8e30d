import { formatMoney } from '@casillero/shared/domain/money-format'
import { ChevronDown, Lock } from 'lucide-react'
import { Amount } from '../../ui/display/amount.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Balance, flowText, movingParts, signedMoney } from './cash-texts.ts'

export function ExpectedCard({ balances }: { balances: readonly Balance[] }) {
  const isRoomy = useMedia('(min-width: 768px)')
  const Expected = isRoomy ? ExpectedColumn : ExpectedLine
  return (
    <Surface className="flex flex-col">
      <div className="flex-1 auto-cols-fr grid-flow-col divide-line max-md:divide-y md:grid md:divide-x">
        {balances.map((balance) => (
          <section key={balance.currencyId} aria-label={`Efectivo esperado en ${balance.name}`} className="min-w-0 p-4">
            <Expected balance={balance} />
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

type ExpectedProps = { balance: Balance }

function Total({ balance }: ExpectedProps) {
  return (
    <span className="whitespace-nowrap font-[650] text-total tabular-nums">
      {formatMoney(balance.expected, balance.symbol)}
    </span>
  )
}

function ExpectedColumn({ balance }: ExpectedProps) {
  return (
    <>
      <h2 className="text-label text-muted">{`Efectivo esperado en ${balance.symbol}`}</h2>
      <p className="border-line border-b pb-2">
        <Total balance={balance} />
      </p>
      <Parts balance={balance} />
    </>
  )
}

function ExpectedLine({ balance }: ExpectedProps) {
  return (
    <>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-label text-muted">{`Efectivo esperado en ${balance.symbol}`}</span>
        <Total balance={balance} />
      </h2>
      <details className="group -mb-3">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-label text-muted tabular-nums">
          <span className="min-w-0 flex-1">{flowText(balance)}</span>
          <ChevronDown size={16} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
        </summary>
        <div className="pb-3">
          <Parts balance={balance} />
        </div>
      </details>
    </>
  )
}

function Parts({ balance }: ExpectedProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-body md:pt-2.5">
      <dt className="text-muted">Fondo</dt>
      <dd className="text-right">
        <Amount>{formatMoney(balance.opening, balance.symbol)}</Amount>
      </dd>
      {movingParts.map(({ label, amount }) => (
        <Part key={label} label={label} text={signedMoney(amount(balance), balance.symbol)} />
      ))}
    </dl>
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
