import { type Balance, computeBalance } from './invoice-totals.ts'
import {
  type Amount,
  atLeastZero,
  divideRounded,
  type Exact,
  exact,
  isBelow,
  isPositive,
  minus,
  smaller,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'

/** `amount` is in its own currency, `convertedTotal` in the invoice's, both after earlier reversals. */
export type LiveChange = {
  id: string
  kind: 'cash' | 'credit'
  currencyId: string
  amount: Amount
  convertedTotal: Amount
}

/** Amounts in its own currency and in the invoice's. */
export type Shrink = { id: string; currencyId: string; amount: number; convertedTotal: number }

const addUpConverted = (parts: readonly { convertedTotal: Amount }[]): Exact =>
  sum(parts.map(({ convertedTotal }) => exact(convertedTotal)))

/** Rounded once to cents. */
const computeShare = (amount: Exact, part: Exact, whole: Exact): Exact =>
  isPositive(whole) ? divideRounded(times(amount, part), whole, 2, 'halfAwayFromZero') : zero

/** Returns the part worth `due`, limited by what is `available` in its currency. */
function computeShrink(part: LiveChange, due: Exact, available: Exact): { amount: Exact; converted: Exact } {
  const [amount, converted] = [exact(part.amount), exact(part.convertedTotal)]
  const isWhole = !isBelow(due, converted)
  const stays = isWhole ? zero : computeShare(amount, minus(converted, due), converted)
  const asked = minus(amount, stays)
  if (!isBelow(available, asked)) return { amount: asked, converted: isWhole ? converted : due }
  const left = minus(amount, available)
  return { amount: available, converted: minus(converted, computeShare(converted, left, amount)) }
}

/**
 * Reduces credit worth `due`, newest part first, but no more than the client still has in its currency.
 * @param parts oldest first
 * @param available the client's credit by currency
 */
export function shrinkCredit(
  parts: readonly LiveChange[],
  due: Amount,
  available: ReadonlyMap<string, Amount>,
): Shrink[] {
  const left = new Map([...available].map(([id, amount]) => [id, exact(amount)]))
  let rest = exact(due)
  const shrinks: Shrink[] = []
  for (const part of parts.toReversed()) {
    if (part.kind !== 'credit' || !isPositive(rest)) continue
    const own = left.get(part.currencyId) ?? zero
    const { amount, converted } = computeShrink(part, rest, own)
    if (!isPositive(converted)) continue
    left.set(part.currencyId, minus(own, amount))
    rest = minus(rest, converted)
    const { id, currencyId } = part
    shrinks.push({ id, currencyId, amount: toWire(amount), convertedTotal: toWire(converted) })
  }
  return shrinks
}

export type ReversalInput = {
  totalAmount: Amount
  /** Includes payments that are taken back. */
  paidTotal: Amount
  givenTotal: Amount
  reversed: readonly { convertedTotal: Amount }[]
  /** Oldest first. */
  changes: readonly LiveChange[]
  /** Ids of cash parts that came back. */
  returned: ReadonlySet<string>
  available: ReadonlyMap<string, Amount>
}

export const listUsed = (changes: readonly LiveChange[], shrinks: readonly Shrink[]): (LiveChange & Shrink)[] =>
  changes
    .filter(({ kind }) => kind === 'credit')
    .map((part) => {
      const gone = shrinks.find(({ id }) => id === part.id)
      return {
        ...part,
        amount: toWire(minus(exact(part.amount), exact(gone?.amount ?? 0))),
        convertedTotal: toWire(minus(exact(part.convertedTotal), exact(gone?.convertedTotal ?? 0))),
      }
    })

/** Takes off used credit worth `due`, newest first, each in its own currency. */
function uncoverCredit(used: readonly (LiveChange & Shrink)[], due: Amount): Shrink[] {
  const byCurrency = Map.groupBy(used, ({ currencyId }) => currencyId)
  const all = [...byCurrency].map(([id, own]) => [id, toWire(sum(own.map(({ amount }) => exact(amount))))] as const)
  return shrinkCredit(used, due, new Map(all))
}

export type Reversed = Balance & { shrinks: Shrink[]; grows: number; uncovered: Shrink[] }

/**
 * Cash change stays handed out unless it came back. Credit shrinks to what exceeds the total, but never below what was used; what then is
 * missing is pending. `uncovered` is used credit beyond that, a debt of its own. `grows` is new credit, if change came back that came from
 * payments which stay. Undefined if those are worth less than the cash that stays handed out. docs/product/cash.md, "Reversing a payment".
 */
export function reverseOn(invoice: ReversalInput): Reversed | undefined {
  const { totalAmount, changes, returned } = invoice
  const paid = minus(exact(invoice.paidTotal), addUpConverted(invoice.reversed))
  const handed = addUpConverted(changes.filter(({ id, kind }) => kind === 'cash' && !returned.has(id)))
  if (isBelow(paid, handed)) return undefined
  const credit = addUpConverted(changes.filter(({ kind }) => kind === 'credit'))
  const above = atLeastZero(minus(minus(paid, handed), exact(totalAmount)))
  const shrinks = shrinkCredit(changes, toWire(atLeastZero(minus(credit, above))), invoice.available)
  const hasParts = changes.length > 0
  // The excess of payments that stay belongs to the client.
  const grows = hasParts ? atLeastZero(minus(above, credit)) : zero
  // Before parts were stored, change is the excess over the total.
  const given = hasParts ? minus(sum([handed, credit, grows]), addUpConverted(shrinks)) : above
  const uncovered = uncoverCredit(listUsed(changes, shrinks), toWire(atLeastZero(minus(given, paid))))
  const givenTotal = toWire(minus(given, addUpConverted(uncovered)))
  const balance = computeBalance({ totalAmount, paidTotal: toWire(paid), givenTotal })
  return { ...balance, shrinks, grows: toWire(grows), uncovered }
}

export type VoidedPayment = {
  id: string
  method: string
  currencyId: string
  total: Amount
  convertedTotal: Amount
}

/** In the payment's own currency. */
export type Due = { id: string; currencyId: string; amount: number }

type Open = VoidedPayment & { left: Exact }

function takeOff(payments: readonly Open[], amount: Exact): Exact {
  let rest = amount
  for (const payment of payments) {
    const taken = smaller(payment.left, rest)
    payment.left = minus(payment.left, taken)
    rest = minus(rest, taken)
  }
  return rest
}

/** Converts at each payment's own rate. */
function takeOffOthers(payments: readonly Open[], worth: Exact): void {
  let rest = worth
  for (const payment of payments) {
    const [total, converted] = [exact(payment.total), exact(payment.convertedTotal)]
    const counts = computeShare(converted, payment.left, total)
    const isAll = !isBelow(rest, counts)
    const taken = isAll ? payment.left : smaller(payment.left, computeShare(total, rest, converted))
    payment.left = minus(payment.left, taken)
    rest = isAll ? minus(rest, counts) : zero
  }
}

export type KeptChange = { currencyId: string; given: Amount; convertedTotal: Amount }

/**
 * Returns all of it in the currency paid, less change given in that, off cash first. Change in another currency is taken off the other
 * payments, at their rates. docs/product/invoices.md, "Voiding".
 */
export function voidDues(payments: readonly VoidedPayment[], kept: readonly KeptChange[]): Due[] {
  const matchMethod = (method: string) => (payment: Open) => (payment.method === 'cash') === (method === 'cash')
  const open = payments.map((payment): Open => ({ ...payment, left: exact(payment.total) }))
  const inOrder = [...open.filter(matchMethod('cash')), ...open.filter(matchMethod('other'))]
  const beyond = kept.map(({ currencyId, given, convertedTotal }) => {
    const rest = takeOff(
      inOrder.filter((payment) => payment.currencyId === currencyId),
      exact(given),
    )
    return computeShare(exact(convertedTotal), rest, exact(given))
  })
  takeOffOthers(inOrder, sum(beyond))
  return open.map(({ id, currencyId, left }) => ({ id, currencyId, amount: toWire(left) }))
}
