// The tests' own ledger of a counter: whole cents and fractions of BigInt, written from the product's rules without the code under
// test (docs/product/cash.md, "Change", "Reversing a payment").

import { type Coin, partsOf } from '@casillero/shared/test/cash-oracle'

export type Method = 'cash' | 'card' | 'transfer' | 'credit'
type Payment = { id: string; coin: Coin; cents: bigint; conv: bigint; method: Method; session: number; isLive: boolean }
type Change = {
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
  payments: (Payment & { tender: number })[]
  changes: Change[]
  isVoid: boolean
}

const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** The general conversion: ÷ the own compra, × the other's venta, rounded once. */
export const convert = (cents: bigint, from: Coin, to: Coin): bigint =>
  from.code === to.code ? cents : nearest(cents * to.venta, from.compra)

const dollars = (cents: bigint, coin: Coin): bigint =>
  coin.code === 'USD' ? cents : nearest(cents * 10_000n, coin.compra)

/** What a counter holds, owes and has collected on each day, by the code of the currency. */
export class MoneyLedger {
  readonly credit = new Map<string, bigint>()
  readonly drawer = new Map<string, bigint>()
  readonly collected = new Map<string, Map<string, bigint>>()
  readonly invoices: LedgerInvoice[] = []
  private readonly local: Coin
  private session = 0
  private tenders = 0
  day = ''

  constructor(local: Coin) {
    this.local = local
  }

  private static add(to: Map<string, bigint>, { code }: Coin, cents: bigint): void {
    to.set(code, (to.get(code) ?? 0n) + cents)
  }

  private collect(coin: Coin, cents: bigint): void {
    const today = this.collected.get(this.day) ?? new Map<string, bigint>()
    MoneyLedger.add(today, coin, cents)
    this.collected.set(this.day, today)
  }

  /** A new drawer's session, which begins empty. */
  openSession(): void {
    this.session += 1
    this.drawer.clear()
  }

  paid = (invoice: LedgerInvoice): bigint =>
    sum(invoice.payments.filter(({ isLive }) => isLive).map(({ conv }) => conv))
  given = ({ changes }: LedgerInvoice): bigint => sum(changes.filter(({ isLive }) => isLive).map(({ conv }) => conv))

  pending(invoice: LedgerInvoice): bigint {
    const due = invoice.total - this.paid(invoice) + this.given(invoice)
    return due < 0n ? 0n : smaller(due, invoice.total)
  }

  /** What of the change is cash where the call says nothing: as far as the tender has cash. */
  private usual(change: bigint, coin: Coin, paid: readonly { coin: Coin; cents: bigint; method: Method }[]) {
    const cash = paid.filter(({ method }) => method === 'cash')
    const worth = sum(cash.map((one) => dollars(one.cents, one.coin)))
    if (cash.length === 0) return [{ coin, cents: null, kind: 'credit' as const }]
    if (dollars(change, coin) <= worth + 1n) return [{ coin, cents: null, kind: 'cash' as const }]
    const isOwn = cash.every((one) => one.coin.code === coin.code)
    const most = isOwn ? sum(cash.map(({ cents }) => cents)) : (worth * coin.compra) / 10_000n
    const limit = coin.step === 0n ? most : most - (most % coin.step)
    const credit = { coin, cents: null, kind: 'credit' as const }
    return limit === 0n ? [credit] : [{ coin, cents: limit, kind: 'cash' as const }, credit]
  }

  /** Takes the payments of one call, and gives their change. */
  take(invoice: LedgerInvoice, paid: readonly { id: string; coin: Coin; cents: bigint; method: Method }[]): void {
    this.tenders += 1
    const tender = this.tenders
    for (const payment of paid) {
      const conv = convert(payment.cents, payment.coin, invoice.coin)
      invoice.payments.push({ ...payment, conv, session: this.session, isLive: true, tender })
      if (payment.method === 'credit') MoneyLedger.add(this.credit, payment.coin, -payment.cents)
      else this.collect(payment.coin, payment.cents)
      if (payment.method === 'cash') MoneyLedger.add(this.drawer, payment.coin, payment.cents)
    }
    const change = this.paid(invoice) - this.given(invoice) - invoice.total
    if (change <= 0n) return
    const cash = paid.filter(({ method }) => method === 'cash')
    const parts = partsOf(change, invoice.coin, this.usual(change, invoice.coin, paid), cash, this.local) ?? []
    for (const { kind, coin, amount, converted, handed } of parts) {
      invoice.changes.push({ kind, coin, amount, conv: converted, handed, tender, isLive: true })
      if (kind === 'credit') MoneyLedger.add(this.credit, coin, amount)
      else {
        this.collect(coin, -handed)
        MoneyLedger.add(this.drawer, coin, -handed)
      }
    }
  }

  /** Makes credit smaller that counts `due`, the newest first, as far as the client has it. */
  private shrink({ changes }: LedgerInvoice, due: bigint): void {
    let rest = due
    for (const part of changes.toReversed()) {
      if (part.kind !== 'credit' || rest <= 0n || part.conv === 0n) continue
      const isWhole = rest >= part.conv
      const asked = isWhole ? part.amount : part.amount - nearest(part.amount * (part.conv - rest), part.conv)
      const has = this.credit.get(part.coin.code) ?? 0n
      const amount = smaller(asked, has)
      const left = part.amount - amount
      const conv = amount === asked ? smaller(rest, part.conv) : part.conv - nearest(part.conv * left, part.amount)
      MoneyLedger.add(this.credit, part.coin, -amount)
      part.amount = left
      part.handed = left
      part.conv -= conv
      rest -= conv
    }
  }

  /** Takes a payment back; false where its change must come back and did not. */
  reverse(invoice: LedgerInvoice, payment: LedgerInvoice['payments'][number], changeReturned: boolean): boolean {
    const others = invoice.payments.filter((one) => one.isLive && one !== payment)
    const cash = invoice.changes.filter(({ kind, isLive }) => kind === 'cash' && isLive)
    const back = cash.filter(({ tender }) => tender === payment.tender || !others.some((one) => one.tender === tender))
    const returned = changeReturned ? back : []
    const paid = sum(others.map(({ conv }) => conv))
    const handed = sum(cash.filter((part) => !returned.includes(part)).map(({ conv }) => conv))
    if (paid < handed) return false
    payment.isLive = false
    if (payment.method === 'credit') MoneyLedger.add(this.credit, payment.coin, payment.cents)
    else this.collect(payment.coin, -payment.cents)
    if (payment.method === 'cash') MoneyLedger.add(this.drawer, payment.coin, -payment.cents)
    for (const part of returned) {
      part.isLive = false
      this.collect(part.coin, part.handed)
      MoneyLedger.add(this.drawer, part.coin, part.handed)
    }
    const above = paid - handed - invoice.total
    const kept = sum(invoice.changes.filter(({ kind, isLive }) => kind === 'credit' && isLive).map(({ conv }) => conv))
    const grown = above - kept
    if (grown > 0n) {
      const credit = { kind: 'credit' as const, coin: invoice.coin, amount: grown, conv: grown, handed: grown }
      invoice.changes.push({ ...credit, tender: 0, isLive: true })
      MoneyLedger.add(this.credit, invoice.coin, grown)
    } else this.shrink(invoice, kept - (above > 0n ? above : 0n))
    return true
  }

  /** Voids an invoice: what was paid, less what was given of it, is the client's again, in the currencies that were paid. */
  voidInvoice(invoice: LedgerInvoice, isGivenBack: boolean): void {
    this.shrink(invoice, this.given(invoice))
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
    for (const [payment, due] of dues) {
      if (!isGivenBack || payment.method === 'credit') MoneyLedger.add(this.credit, payment.coin, due)
      else this.collect(payment.coin, -due)
      if (isGivenBack && payment.method === 'cash') MoneyLedger.add(this.drawer, payment.coin, -due)
    }
    invoice.isVoid = true
  }
}
