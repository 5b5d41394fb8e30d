import type { CurrencySum } from '@casillero/shared/domain/charges'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'

/** Sums each currency by itself, in order of appearance. */
export function addAmounts(sums: readonly CurrencySum[]): CurrencySum[] {
  const byCode = Map.groupBy(sums, ({ code }) => code)
  return [...byCode.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, amount: toWire(sum([first, ...others].map(({ amount }) => exact(amount)))) }] : [],
  )
}

/** `US$77.40 + C$350.00`; empty without any. */
export const formatSums = (sums: readonly CurrencySum[]): string =>
  sums.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' + ')
