import { completingAmount, convert, type Rates } from './currency.ts'
import { type Amount, type Exact, exact, isBelow, isPositive, minus, sum, toWire, zero } from './money.ts'

export type CollectedPayment = { total: Amount; currency: Rates }

/** `typed` is the amount fixed by the clerk; 0 excludes the invoice. */
export type OpenInvoice = { id: string; currency: Rates; pendingTotal: Amount; typed: Amount | null }

export const compareAge = (a: { createdAt: string }, b: { createdAt: string }): number =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt)

/** `total` is in the payment's currency, `convertedTotal` in the invoice's. */
export type CollectionPart = { payment: number; invoiceId: string; total: number; convertedTotal: number }

export type Allocation = {
  parts: CollectionPart[]
  /** In the invoice's currency. `isShort`: less than the typed amount. */
  invoices: { id: string; amount: number; pendingTotal: number; isShort: boolean }[]
  left: number[]
}

type Target = { invoice: OpenInvoice; due: Exact }

/** Null if the rest is worth nothing in the invoice's currency. */
function pay(rest: Exact, from: Rates, { invoice, due }: Target): { total: Exact; converted: Exact } | null {
  if (!isPositive(rest) || !isPositive(due)) return null
  const worth = convert(toWire(rest), from, invoice.currency)
  if (isBelow(worth, due)) return isPositive(worth) ? { total: rest, converted: worth } : null
  const whole = exact(completingAmount(toWire(due), from, invoice.currency))
  return { total: isBelow(rest, whole) ? rest : whole, converted: due }
}

type Kind = 'own' | 'other'

/** Pays debts in the payment's own currency first, then the others, each in their order. */
function payInTurn(
  payments: readonly CollectedPayment[],
  rests: Exact[],
  targets: readonly Target[],
  kinds: readonly Kind[],
): CollectionPart[] {
  const parts: CollectionPart[] = []
  for (const [payment, { currency }] of payments.entries()) {
    const compareCurrency = ({ invoice }: Target): Kind => (invoice.currency.code === currency.code ? 'own' : 'other')
    for (const target of kinds.flatMap((kind) => targets.filter((one) => compareCurrency(one) === kind))) {
      const paid = pay(rests[payment] ?? zero, currency, target)
      if (paid === null) continue
      rests[payment] = minus(rests[payment] ?? zero, paid.total)
      target.due = minus(target.due, paid.converted)
      parts.push({
        payment,
        invoiceId: target.invoice.id,
        total: toWire(paid.total),
        convertedTotal: toWire(paid.converted),
      })
    }
  }
  return parts
}

/**
 * Expects invoices oldest first. Typed amounts are paid first. Then each payment pays its own currency, and others by the general
 * conversion. No invoice gets more than it owes. Exact to the cent; never throws. docs/product/cash.md, "Collections".
 */
export function allocate(payments: readonly CollectedPayment[], invoices: readonly OpenInvoice[]): Allocation {
  const rests = payments.map(({ total }) => exact(total))
  const targets = invoices.map((invoice): Target => ({ invoice, due: exact(invoice.typed ?? invoice.pendingTotal) }))
  const typed = targets.filter(({ invoice }) => invoice.typed !== null)
  const free = targets.filter(({ invoice }) => invoice.typed === null)
  const parts = [
    ...payInTurn(payments, rests, typed, ['own']),
    ...payInTurn(payments, rests, typed, ['other']),
    ...payInTurn(payments, rests, free, ['own', 'other']),
  ]
  return {
    parts,
    invoices: targets.map(({ invoice, due }) => {
      const own = parts.filter(({ invoiceId }) => invoiceId === invoice.id)
      const amount = sum(own.map(({ convertedTotal }) => exact(convertedTotal)))
      return {
        id: invoice.id,
        amount: toWire(amount),
        pendingTotal: toWire(minus(exact(invoice.pendingTotal), amount)),
        isShort: invoice.typed !== null && isPositive(due),
      }
    }),
    left: rests.map(toWire),
  }
}

export type LeftOver = { payment: number; change: number }

/**
 * Returns the rest in the currency of the last payment with one; other rests are converted. Undefined if nothing is left.
 * docs/product/cash.md, "Collections".
 */
export function leftOver(payments: readonly CollectedPayment[], left: readonly number[]): LeftOver | undefined {
  const payment = left.findLastIndex((amount) => amount > 0)
  const base = payments[payment]?.currency
  if (base === undefined) return undefined
  const parts = payments.map(({ currency }, index) => convert(left[index] ?? 0, currency, base))
  return { payment, change: toWire(sum(parts)) }
}

/** A payment counts 0 if it is worth less than a cent of every invoice. docs/product/cash.md, "Collections". */
export const countPayments = (
  payments: readonly CollectedPayment[],
  invoices: readonly { currency: Rates }[],
): { convertedTotal: number }[] =>
  payments.map(({ total, currency }) => ({
    convertedTotal: Math.max(0, ...invoices.map((invoice) => toWire(convert(total, currency, invoice.currency)))),
  }))
