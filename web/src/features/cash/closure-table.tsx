import { formatMoney } from '@casillero/shared/domain/money-format'
import { Check } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ScrollBox } from '../../ui/layout/scroll-box.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Balance, movingParts, signedMoney } from './cash-texts.ts'

export function ClosureTable({ balances }: { balances: readonly Balance[] }) {
  const isCounted = balances.some(({ counted }) => counted !== null)
  return (
    <Surface className="overflow-clip">
      <ScrollBox label="Efectivo por moneda">
        <table aria-label="Efectivo" className="w-full text-left text-body max-sm:text-label">
          <thead>
            <tr className="h-9 bg-surface-2 text-[12px] text-muted leading-4 *:px-1.5 *:font-medium sm:*:px-3 *:first:pl-4 *:last:pr-4">
              <th scope="col">Efectivo</th>
              {balances.map(({ currencyId, name, symbol }) => (
                <th key={currencyId} scope="col" className="text-right">
                  <span className="max-sm:hidden">{name}</span>
                  <span className="sm:hidden">{symbol}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row
              label="Fondo inicial"
              balances={balances}
              text={({ opening, symbol }) => formatMoney(opening, symbol)}
            />
            {movingParts.map(({ label, amount }) => (
              <Row
                key={label}
                label={label}
                balances={balances}
                text={(balance) => signedMoney(amount(balance), balance.symbol)}
              />
            ))}
            <Row
              label="Esperado"
              look="border-control bg-surface-2 font-semibold"
              balances={balances}
              text={({ expected, symbol }) => formatMoney(expected, symbol)}
            />
            {isCounted && (
              <>
                <Row
                  label="Contado"
                  look="border-line font-semibold"
                  balances={balances}
                  text={({ counted, symbol }) => (counted === null ? '—' : formatMoney(counted, symbol))}
                />
                <DifferenceRow balances={balances} />
              </>
            )}
          </tbody>
        </table>
      </ScrollBox>
    </Surface>
  )
}

type RowProps = { label: string; look?: string; balances: readonly Balance[]; text: (balance: Balance) => string }

function Row({ label, look, balances, text }: RowProps) {
  return (
    <tr className={cx('h-10 border-t *:px-1.5 sm:*:px-3 *:first:pl-4 *:last:pr-4', look ?? 'border-line')}>
      <th scope="row" className={look === undefined ? 'font-normal text-muted' : 'font-semibold'}>
        {label}
      </th>
      {balances.map((balance) => (
        <td key={balance.currencyId} className="text-right">
          <Amount>{text(balance)}</Amount>
        </td>
      ))}
    </tr>
  )
}

function DifferenceRow({ balances }: { balances: readonly Balance[] }) {
  return (
    <tr className="h-12 border-line border-t *:px-1.5 sm:*:px-3 *:first:pl-4 *:last:pr-4">
      <th scope="row" className="font-semibold">
        Diferencia
      </th>
      {balances.map(({ currencyId, difference, symbol }) => (
        <td key={currencyId} className="text-right">
          {difference !== null && <DifferenceBadge difference={difference} symbol={symbol} />}
        </td>
      ))}
    </tr>
  )
}

export function DifferenceBadge({ difference, symbol }: { difference: number; symbol: string }) {
  if (difference === 0) {
    return (
      <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
        Cuadra
      </Badge>
    )
  }
  const amount = formatMoney(Math.abs(difference), symbol)
  return difference < 0 ? (
    <Badge tone="red" mayWrap={true}>{`Faltan ${amount}`}</Badge>
  ) : (
    <Badge tone="yellow" mayWrap={true}>{`Sobran ${amount}`}</Badge>
  )
}
