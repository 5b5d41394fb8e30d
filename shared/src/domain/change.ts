import { changeIn, convertChange, type Rates } from './currency.ts'
import { type Amount, type Exact, exact, isBelow, isPositive, minus, roundToStep, sum, toWire, zero } from './money.ts'

export const changeKinds = ['cash', 'credit'] as const
/** Handed back from the drawer, or kept for the client as credit. */
export type ChangeKind = (typeof changeKinds)[number]

/** One part of the change, asked for in its own currency; the part without an amount gets what the others leave. */
export type AskedChange = { currency: Rates & { cashStep: Amount }; amount: Amount | null; kind: ChangeKind }

/**
 * One part of the change: `amount` in its own currency, `convertedTotal` what it counts in the invoice's. Of cash, `handed` leaves
 * the drawer and `rounding` (amount − handed, may be negative) is what the smallest coin leaves; credit is exact.
 */
export type ChangePart = { amount: number; convertedTotal: number; handed: number; rounding: number }

/** The parts in the order they were asked for; null where the part comes to nothing. `undefined`: they are not the change. */
export type ChangeParts = readonly (ChangePart | null)[] | undefined

function partOf({ currency, kind }: AskedChange, amount: Exact, converted: Exact): ChangePart {
  const handed = kind === 'cash' ? roundToStep(amount, exact(currency.cashStep)) : amount
  return {
    amount: toWire(amount),
    convertedTotal: toWire(converted),
    handed: toWire(handed),
    rounding: toWire(minus(amount, handed)),
  }
}

/**
 * Splits the change of an invoice (in its currency, cents) into the parts that were asked for. A part counts by the general
 * conversion turned round; the one part without an amount counts what the others leave, so that together they are the change
 * to the cent. Gives undefined when they are not: the amounts miss it, exceed it, or two parts have none. Never throws.
 * docs/product/cash.md, "Change".
 */
export function splitChange(change: Amount, invoiceCurrency: Rates, asked: readonly AskedChange[]): ChangeParts {
  const counted = asked.map(({ amount, currency }) =>
    amount === null ? null : convertChange(amount, currency, invoiceCurrency),
  )
  const rest = minus(exact(change), sum(counted.filter((part) => part !== null)))
  const open = counted.filter((part) => part === null).length
  if (open > 1 || isBelow(rest, zero) || (open === 0 && isPositive(rest))) return undefined
  return asked.map((part, index) => {
    const converted = counted[index] ?? rest
    if (!isPositive(converted)) return null
    const amount = part.amount === null ? changeIn(toWire(rest), part.currency, invoiceCurrency) : exact(part.amount)
    return partOf(part, amount, converted)
  })
}

/**
 * How change is given when nothing was said: as cash where a payment was cash, else as credit; in the invoice's currency.
 * docs/product/cash.md, "Change".
 */
export function defaultChangeKind(payments: readonly { method: string }[]): ChangeKind {
  return payments.some(({ method }) => method === 'cash') ? 'cash' : 'credit'
}
