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
  day: string
  isVoid: boolean
}
/** A collection, whose payments carry the cash and the credit of its parts. */
export type LedgerCollection = {
  id: string
  payments: Paid[]
  changes: Change[]
  /** The parts of debts of their own. */
  debtParts: { id: string; conv: bigint }[]
  isLive: boolean
}

export const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** The general conversion: ÷ the own compra, × the other's venta, rounded once. */
export const convert = (cents: bigint, from: Coin, to: Coin): bigint =>
  from.code === to.code ? cents : nearest(cents * to.venta, from.compra)

export const dollars = (cents: bigint, coin: Coin): bigint =>
  coin.code === 'USD' ? cents : nearest(cents * 10_000n, coin.compra)

/** What a void owes of each payment, in its currency: less the change that was given of them, off cash first. */
export function listDues(invoice: LedgerInvoice): Map<LedgerInvoice['payments'][number], bigint> {
  const live = invoice.payments.filter(({ isLive }) => isLive)
  const order = [...live.filter(({ method }) => method === 'cash'), ...live.filter(({ method }) => method !== 'cash')]
  const dues = new Map(order.map((payment) => [payment, payment.cents]))
  let beyond = 0n
  for (const { isLive, coin, handed, conv } of invoice.changes) {
    if (!isLive || handed === 0n) continue
    let rest = handed
    for (const payment of order.filter((one) => one.coin.code === coin.code)) {
      const taken = smaller(dues.get(payment) ?? 0n, rest)
      dues.set(payment, (dues.get(payment) ?? 0n) - taken)
      rest -= taken
    }
    beyond += nearest(conv * rest, handed)
  }
  for (const payment of order) {
    const due = dues.get(payment) ?? 0n
    const counts = nearest(payment.conv * due, payment.cents)
    const taken = beyond >= counts ? due : smaller(due, nearest(payment.cents * beyond, payment.conv))
    dues.set(payment, due - taken)
    beyond = beyond >= counts ? beyond - counts : 0n
  }
  return dues
}
