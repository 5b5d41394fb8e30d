import type { Coin } from '@casillero/shared/test/cash-oracle'

export type Method = 'cash' | 'card' | 'transfer' | 'credit'
export type Paid = { coin: Coin; cents: bigint; method: Method }
export type Payment = {
  id: string
  coin: Coin
  cents: bigint
  conv: bigint
  method: Method
  isLive: boolean
}
export type Change = {
  kind: 'cash' | 'credit'
  coin: Coin
  amount: bigint
  conv: bigint
  handed: bigint
  tender: number
  isLive: boolean
}
export type LedgerInvoice = {
  id: string
  coin: Coin
  total: bigint
  payments: (Payment & { tender: number; collection?: LedgerCollection })[]
  changes: Change[]
  isVoid: boolean
}
/** A collection, whose payments carry the cash and the credit of its parts. */
export type LedgerCollection = { id: string; payments: Paid[]; changes: Change[]; isLive: boolean }

export const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** The general conversion: ÷ the own compra, × the other's venta, rounded once. */
export const convert = (cents: bigint, from: Coin, to: Coin): bigint =>
  from.code === to.code ? cents : nearest(cents * to.venta, from.compra)

/** Change in a currency as it counts in an invoice's: ÷ the venta of what is given, × the compra of the invoice's, rounded once. */
export const worthBack = (cents: bigint, given: Coin, invoice: Coin): bigint =>
  given.code === invoice.code ? cents : nearest(cents * invoice.compra, given.venta)

export const dollars = (cents: bigint, coin: Coin): bigint =>
  coin.code === 'USD' ? cents : nearest(cents * 10_000n, coin.compra)
