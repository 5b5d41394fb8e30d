// The tests' own ledger of a counter: whole cents and fractions of BigInt, written from the product's rules without the code under
// test (docs/product/cash.md, "Change", "Reversing a payment").

import { type Coin, partsOf } from '@casillero/shared/test/cash-oracle'
import { divide, worth } from '@casillero/shared/test/collection-oracle'
import {
  type Change,
  convert,
  dollars,
  type LedgerCollection,
  type LedgerInvoice,
  listDues,
  nearest,
  type Paid,
  type Payment,
  smaller,
  sum,
} from './ledger-rows.ts'
import { listPayable, type OwnDebt, uncover } from './owed-credit.ts'

/**
 * The change where the call says nothing: cash as far as the tender has cash, in the invoice's currency where all of the cash is of it,
 * else in the local one, and no more of a foreign one than came in.
 */
function splitUsually(change: bigint, coin: Coin, paid: readonly Paid[], local: Coin) {
  const cash = paid.filter(({ method }) => method === 'cash')
  const given = cash.every((one) => one.coin.code === coin.code) ? coin : local
  const came = (code: string) => sum(cash.filter((one) => one.coin.code === code).map(({ cents }) => cents))
  const worth = sum(cash.map((one) => dollars(one.cents, one.coin)))
  const isFit = (parts: NonNullable<ReturnType<typeof partsOf>>) => {
    const out = parts.filter(({ kind }) => kind === 'cash')
    const isCovered = sum(out.map((part) => dollars(part.amount, part.coin))) <= worth + 1n
    return isCovered && out.every((one) => one.coin.code === local.code || one.handed <= came(one.coin.code))
  }
  const split = (parts: Parameters<typeof partsOf>[2]) => partsOf(change, coin, parts, cash, local)
  const whole = split([{ coin: given, cents: null, kind: 'cash' }]) ?? []
  if (cash.length > 0 && isFit(whole)) return whole
  const alone = cash.every((one) => one.coin.code === given.code)
  const all = given.code === coin.code ? change : (whole[0]?.amount ?? 0n)
  const most = smaller(alone ? came(given.code) : (worth * given.compra) / 10_000n, all)
  const limit = most - (given.step === 0n ? 0n : most % given.step)
  const credit = { coin, cents: null, kind: 'credit' as const }
  const mixed = limit > 0n ? split([{ coin: given, cents: limit, kind: 'cash' }, credit]) : undefined
  return mixed && isFit(mixed) ? mixed : (split([credit]) ?? [])
}

/** Takes what the coins of each currency leave off the cash that is due, the last payment first; gives what goes out for it in the local one. */
function takeCoins(dues: Map<Payment, bigint>, local: Coin): bigint {
  const cash = [...dues.keys()].filter(({ method }) => method === 'cash').toReversed()
  let coins = 0n
  for (const [code, own] of Map.groupBy(cash, ({ coin }) => coin.code)) {
    const { step, compra } = own[0]?.coin ?? local
    const rest = step === 0n ? 0n : sum(own.map((payment) => dues.get(payment) ?? 0n)) % step
    let left = rest
    for (const payment of own) {
      const taken = smaller(dues.get(payment) ?? 0n, left)
      dues.set(payment, (dues.get(payment) ?? 0n) - taken)
      left -= taken
    }
    coins += code === local.code ? rest : nearest(rest * local.venta, compra)
  }
  return nearest(coins, local.step) * local.step
}

/** What a counter holds, owes and has collected on each day, by the code of the currency. */
export class MoneyLedger {
  readonly credit = new Map<string, bigint>()
  readonly drawer = new Map<string, bigint>()
  readonly collected = new Map<string, Map<string, bigint>>()
  readonly invoices: LedgerInvoice[] = []
  readonly collections: LedgerCollection[] = []
  readonly debts: OwnDebt[] = []
  private readonly local: Coin
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

  paid = ({ payments }: LedgerInvoice): bigint => sum(payments.filter(({ isLive }) => isLive).map(({ conv }) => conv))
  given = ({ changes }: LedgerInvoice): bigint => sum(changes.filter(({ isLive }) => isLive).map(({ conv }) => conv))

  pending(invoice: LedgerInvoice): bigint {
    const due = invoice.total - this.paid(invoice) + this.given(invoice)
    return due < 0n ? 0n : smaller(due, invoice.total)
  }

  /** Moves what a payment brings, or takes back: `sign` is 1n or -1n. */
  private move({ coin, cents, method }: Paid, sign: bigint): void {
    if (method === 'credit') MoneyLedger.add(this.credit, coin, -sign * cents)
    else this.collect(coin, sign * cents)
    if (method === 'cash') MoneyLedger.add(this.drawer, coin, sign * cents)
  }

  /** Gives change of a tender, and its parts. */
  private give(change: bigint, coin: Coin, paid: readonly Paid[], tender: number): Change[] {
    if (change <= 0n) return []
    return splitUsually(change, coin, paid, this.local).map((part) => {
      if (part.kind === 'credit') MoneyLedger.add(this.credit, part.coin, part.amount)
      else this.move({ coin: part.coin, cents: part.handed, method: 'cash' }, -1n)
      const { kind, amount, converted, handed } = part
      return { kind, coin: part.coin, amount, conv: converted, handed, tender, isLive: true }
    })
  }

  /** Takes the payments of one call, and gives their change. */
  take(invoice: LedgerInvoice, paid: readonly (Paid & { id: string })[]): void {
    this.tenders += 1
    const tender = this.tenders
    for (const payment of paid) {
      const conv = convert(payment.cents, payment.coin, invoice.coin)
      invoice.payments.push({ ...payment, conv, isLive: true, tender })
      this.move(payment, 1n)
    }
    const change = this.paid(invoice) - this.given(invoice) - invoice.total
    invoice.changes.push(...this.give(change, invoice.coin, paid, tender))
  }

  /** Divides payments over the open invoices; `typed` are the amounts that are fixed, by the invoice. */
  divideOver(paid: readonly Paid[], typed: ReadonlyMap<LedgerInvoice, bigint>) {
    const fixed = new Map([...typed].map(([{ id }, cents]) => [id, cents]))
    const invoices = this.listPayable().map((one) => ({ ...one, typed: fixed.get(one.id) ?? null }))
    return divide({ payments: [...paid], invoices })
  }

  /** What is owed of invoices and debts, in the order in which it is paid. */
  listPayable = () =>
    listPayable(
      this.invoices.map((invoice) => ({ ...invoice, cents: invoice.isVoid ? 0n : this.pending(invoice) })),
      this.debts,
    )

  private owe(found: readonly { coin: Coin; amount: bigint }[]): void {
    for (const { coin, amount } of found) {
      this.debts.push({ id: `debt-${this.debts.length}`, coin, amount, left: amount, day: this.day })
    }
  }

  /** Takes payments over several invoices; the rest is one change, in the currency of the last payment that leaves something. */
  takeOver(id: string, paid: readonly Paid[], { parts, rest }: ReturnType<MoneyLedger['divideOver']>): void {
    this.tenders += 1
    const tender = this.tenders
    const collection: LedgerCollection = { id, payments: [...paid], changes: [], debtParts: [], isLive: true }
    for (const payment of paid) this.move(payment, 1n)
    for (const part of parts) {
      const payment = paid[part.payment]
      const invoice = this.invoices.find((one) => one.id === part.invoiceId)
      const debt = this.debts.find((one) => one.id === part.invoiceId)
      if (debt) {
        debt.left -= part.converted
        collection.debtParts.push({ id: debt.id, conv: part.converted })
        continue
      }
      if (!payment || !invoice) throw new Error('A part is of a payment and an invoice')
      const own = { ...payment, cents: part.total, conv: part.converted, id: '', collection }
      invoice.payments.push({ ...own, isLive: true, tender })
    }
    const base = paid[rest.findLastIndex((cents) => cents > 0n)]?.coin
    if (base) {
      const change = sum(paid.map(({ coin }, index) => worth(rest[index] ?? 0n, coin, base)))
      collection.changes.push(...this.give(change, base, paid, tender))
    }
    this.collections.push(collection)
  }

  /** Takes a collection back as a whole; the code of the refusal where that cannot be. */
  reverseCollection(collection: LedgerCollection, changeReturned: boolean): string | undefined {
    const isOf = (payment: LedgerInvoice['payments'][number]) => payment.collection === collection && payment.isLive
    const invoices = this.invoices.filter(({ payments }) => payments.some(isOf))
    if (invoices.some(({ isVoid }) => isVoid)) return 'invoice_already_voided'
    const handed = collection.changes.filter(({ kind }) => kind === 'cash')
    const plans = invoices.map((invoice) => ({ invoice, parts: invoice.payments.filter(isOf) }))
    const isStuck = plans.some(({ invoice, parts }) => !this.plan(invoice, parts, changeReturned).isPossible)
    if ((handed.length > 0 && !changeReturned) || isStuck) return 'change_still_handed'
    const owed: { coin: Coin; amount: bigint }[] = []
    for (const payment of collection.payments) this.move(payment, -1n)
    for (const { coin, handed: cents } of handed) this.move({ coin, cents, method: 'cash' }, 1n)
    for (const { id, conv } of collection.debtParts) {
      const debt = this.debts.find((one) => one.id === id)
      if (debt) debt.left += conv
    }
    for (const part of collection.changes.toReversed()) {
      if (part.kind !== 'credit') continue
      const has = this.credit.get(part.coin.code) ?? 0n
      const used = part.amount - smaller(part.amount, has)
      MoneyLedger.add(this.credit, part.coin, used - part.amount)
      if (used > 0n) owed.unshift({ coin: part.coin, amount: used })
    }
    this.owe(owed)
    collection.isLive = false
    for (const { invoice, parts } of plans) this.takeBack(invoice, parts, changeReturned)
    return undefined
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

  /** Plans what taking payments of an invoice back does to its cash change. */
  private plan({ payments, changes }: LedgerInvoice, gone: readonly Payment[], changeReturned: boolean) {
    const others = payments.filter((one) => one.isLive && !gone.includes(one))
    const tenders = new Set(payments.filter((one) => gone.includes(one)).map(({ tender }) => tender))
    const cash = changes.filter(({ kind, isLive }) => kind === 'cash' && isLive)
    const back = cash.filter(({ tender }) => tenders.has(tender) || !others.some((one) => one.tender === tender))
    const returned = changeReturned ? back : []
    const paid = sum(others.map(({ conv }) => conv))
    const handed = sum(cash.filter((part) => !returned.includes(part)).map(({ conv }) => conv))
    return { returned, paid, handed, isPossible: paid >= handed }
  }

  /** Takes a payment back; false where its change must come back and did not. */
  reverse(invoice: LedgerInvoice, payment: LedgerInvoice['payments'][number], changeReturned: boolean): boolean {
    if (!this.plan(invoice, [payment], changeReturned).isPossible) return false
    this.move(payment, -1n)
    this.takeBack(invoice, [payment], changeReturned)
    return true
  }

  private takeBack(invoice: LedgerInvoice, gone: readonly Payment[], changeReturned: boolean): void {
    const { returned, paid, handed } = this.plan(invoice, gone, changeReturned)
    for (const payment of gone) payment.isLive = false
    for (const part of returned) {
      part.isLive = false
      this.move({ coin: part.coin, cents: part.handed, method: 'cash' }, 1n)
    }
    const above = paid - handed - invoice.total
    const kept = sum(invoice.changes.filter(({ kind, isLive }) => kind === 'credit' && isLive).map(({ conv }) => conv))
    const grown = above - kept
    if (grown > 0n) {
      const credit = { kind: 'credit' as const, coin: invoice.coin, amount: grown, conv: grown, handed: grown }
      invoice.changes.push({ ...credit, tender: 0, isLive: true })
      MoneyLedger.add(this.credit, invoice.coin, grown)
    } else this.shrink(invoice, kept - (above > 0n ? above : 0n))
    this.owe(uncover(invoice.changes, this.given(invoice) - this.paid(invoice)))
  }

  /** Voids an invoice: what was paid, less what was given of it, is the client's again, in the currencies that were paid. */
  voidInvoice(invoice: LedgerInvoice, isGivenBack: boolean): void {
    this.shrink(invoice, this.given(invoice))
    const dues = listDues(invoice)
    if (isGivenBack) this.move({ coin: this.local, cents: takeCoins(dues, this.local), method: 'cash' }, -1n)
    for (const [payment, due] of dues) {
      if (!isGivenBack || payment.method === 'credit') MoneyLedger.add(this.credit, payment.coin, due)
      else this.collect(payment.coin, -due)
      if (isGivenBack && payment.method === 'cash') MoneyLedger.add(this.drawer, payment.coin, -due)
    }
    invoice.isVoid = true
  }
}
