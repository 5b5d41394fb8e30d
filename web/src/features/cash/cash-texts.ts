import type { CashSessionRow } from '@casillero/shared/contract/cash'
import { businessDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'

export type Balance = CashSessionRow['balances'][number]

export const formatTime = (instant: string): string => formatDateTime(instant).split(', ').at(-1) ?? ''

/** `08:02` on the same day, else with the day. */
export function formatMoment(instant: string, now = new Date()): string {
  const isToday = businessDate(new Date(instant)) === businessDate(now)
  return isToday ? formatTime(instant) : formatDateTime(instant)
}

/** Returns a dash for zero. */
export function signedMoney(amount: number, symbol: string): string {
  if (amount === 0) return '—'
  return `${amount > 0 ? '+' : ''}${formatMoney(amount, symbol)}`
}

export function flowText(balance: Balance): string {
  const came = sum([balance.cash, -balance.change, balance.rounding, balance.in].map(exact))
  return `Entró ${formatMoney(toWire(came), balance.symbol)} · salió ${formatMoney(balance.out, balance.symbol)}`
}

export const movingParts: readonly { label: string; amount: (balance: Balance) => number }[] = [
  { label: 'Efectivo recibido', amount: ({ cash }) => cash },
  { label: 'Vuelto', amount: ({ change }) => -change },
  { label: 'Redondeo', amount: ({ rounding }) => rounding },
  { label: 'Entradas', amount: (balance) => balance.in },
  { label: 'Salidas', amount: ({ out }) => -out },
]
