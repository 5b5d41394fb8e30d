import { type CashPaid, ChangeRates, type Counted } from './change-rate.ts'
import { convert, invoiceRate, type Rates } from './currency.ts'
import {
  type Amount,
  atLeastZero,
  type Exact,
  exact,
  floorToStep,
  isBelow,
  isPositive,
  minus,
  roundToStep,
  smaller,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'

export const changeKinds = ['cash', 'credit'] as const
export type ChangeKind = (typeof changeKinds)[number]

export type CoinedCurrency = Rates & { cashStep: Amount }

/** A part without an amount gets the remainder. */
export type AskedChange<C extends CoinedCurrency = CoinedCurrency> = {
  currency: C
  amount: Amount | null
  kind: ChangeKind
}

/**
 * `convertedTotal` is in the invoice's currency. For cash, `handed` leaves the drawer and `rounding` (amount − handed) is the rest left by
 * the smallest coin; credit is exact.
 */
export type ChangePart = { amount: number; convertedTotal: number; handed: number; rounding: number }

export type GivenChange<C extends CoinedCurrency = CoinedCurrency> = ChangePart & { kind: ChangeKind; currency: C }

/** The tender's cash payments, and the currency that receives the rest left by coins. */
export type ChangeSource<C extends CoinedCurrency> = { cash: readonly CashPaid[]; local: C | undefined }

type Part<C extends CoinedCurrency> = { currency: C; kind: ChangeKind; amount: Exact; converted: Exact }

const usd: Rates = { code: 'USD', rateCompra: 1, rateVenta: 1 }
const cent = exact('0.01')

const addUpConverted = (parts: readonly { converted: Exact }[]): Exact => sum(parts.map(({ converted }) => converted))

function toGiven<C extends CoinedCurrency>({ currency, kind, amount, converted }: Part<C>): GivenChange<C> {
  const handed = kind === 'cash' ? roundToStep(amount, exact(currency.cashStep)) : amount
  return {
    kind,
    currency,
    amount: toWire(amount),
    convertedTotal: toWire(converted),
    handed: toWire(handed),
    rounding: toWire(minus(amount, handed)),
  }
}

/** Returns the córdoba if the company uses it, else the default currency. docs/product/cash.md, "Change". */
export function localCurrency<C extends { code: string; isDefault: boolean }>(currencies: readonly C[]): C | undefined {
  return currencies.find(({ code }) => code === 'NIO') ?? currencies.find(({ isDefault }) => isDefault)
}

/** Rounds down to coins and returns the rest in the invoice's currency. */
function giveDown<C extends CoinedCurrency>(
  parts: readonly (Omit<AskedChange<C>, 'amount'> & Counted)[],
  rates: ChangeRates,
  local: C | undefined,
): { kept: Part<C>[]; spilled: Exact } {
  const kept = parts.map((part) => {
    const { currency, kind, amount, converted, own } = part
    const down = floorToStep(amount, exact(currency.cashStep))
    const isWhole = kind === 'credit' || local === undefined || currency.code === local.code || !isBelow(down, amount)
    if (isWhole) return { currency, kind, amount, converted }
    return {
      currency,
      kind,
      amount: down,
      converted: smaller(rates.worth(down, smaller(own, down), currency), converted),
    }
  })
  return { kept, spilled: minus(addUpConverted(parts), addUpConverted(kept)) }
}

/**
 * `change` is in the invoice's currency, in cents. A part without an amount gets the remainder. Cash is rounded down to its coin; the rest
 * goes to the local currency, and is rounded only there. Parts of 0 are left out. Returns undefined if the parts do not add up to the
 * change. Never throws. docs/product/cash.md, "Change".
 */
export function splitChange<C extends CoinedCurrency>(
  change: Amount,
  invoiceCurrency: Rates,
  asked: readonly AskedChange<C>[],
  { cash, local }: ChangeSource<C>,
): readonly GivenChange<C>[] | undefined {
  const rates = new ChangeRates(invoiceCurrency, cash)
  const counted = asked.map((part) => (part.amount === null ? null : rates.count(part.amount, part.currency)))
  const rest = minus(exact(change), addUpConverted(counted.filter((part) => part !== null)))
  const open = counted.filter((part) => part === null).length
  if (open > 1 || isBelow(rest, zero) || (open === 0 && isPositive(rest))) return undefined
  const whole = asked.map((part, index) => ({ ...part, ...(counted[index] ?? rates.fill(rest, part.currency)) }))
  const { kept, spilled } = giveDown(whole, rates, local)
  const parts = local === undefined || !isPositive(spilled) ? kept : giveLocally(kept, spilled, local, rates)
  return parts.filter(({ converted }) => isPositive(converted)).map(toGiven)
}

/** Adds the rest to local cash. A local part that got the remainder is computed anew. */
function giveLocally<C extends CoinedCurrency>(
  parts: readonly Part<C>[],
  spilled: Exact,
  local: C,
  rates: ChangeRates,
): Part<C>[] {
  const more = rates.fill(spilled, local)
  const place = parts.findIndex(({ kind, currency }) => kind === 'cash' && currency.code === local.code)
  if (place < 0) return [...parts, { currency: local, kind: 'cash', ...more }]
  return parts.map((part, index) =>
    index === place
      ? { ...part, amount: sum([part.amount, more.amount]), converted: sum([part.converted, more.converted]) }
      : part,
  )
}

type Paid = CashPaid & { method: string }

const selectCash = (payments: readonly Paid[]): readonly Paid[] => payments.filter(({ method }) => method === 'cash')

const inDollars = (amounts: readonly { currency: Rates; amount: Amount }[]): Exact =>
  sum(amounts.map(({ currency, amount }) => convert(amount, currency, usd)))

const worthOfCash = (payments: readonly Paid[]): Exact =>
  sum([inDollars(selectCash(payments).map(({ currency, total }) => ({ currency, amount: total }))), cent])

/** Compares in US$ by the general conversion, with a tolerance of one cent. docs/product/cash.md, "Change". */
export function isCashCovered(
  parts: readonly { kind: ChangeKind; currency: Rates; amount: Amount }[],
  payments: readonly Paid[],
): boolean {
  return !isBelow(worthOfCash(payments), inDollars(parts.filter(({ kind }) => kind === 'cash')))
}

/** Returns the limit in `currency`, rounded down to its coin. */
function limitCash<C extends CoinedCurrency>(most: Exact, currency: C, cash: readonly Paid[]): Exact {
  const isOwn = cash.every((paid) => paid.currency.code === currency.code)
  const dollars = inDollars(cash.map((paid) => ({ currency: paid.currency, amount: paid.total })))
  const limit = isOwn ? sum(cash.map(({ total }) => exact(total))) : times(dollars, invoiceRate(currency))
  const step = exact(currency.cashStep)
  return atLeastZero(floorToStep(smaller(limit, most), isPositive(step) ? step : cent))
}

/** True if no more of a currency is handed out than was paid in it. The local one is exempt, because every drawer has it. */
function isOfWhatCame<C extends CoinedCurrency>(
  parts: readonly GivenChange<C>[],
  cash: readonly Paid[],
  local: C | undefined,
): boolean {
  const came = (code: string) =>
    sum(cash.filter((paid) => paid.currency.code === code).map(({ total }) => exact(total)))
  return parts.every(
    ({ kind, handed, currency: { code } }) =>
      kind === 'credit' || code === local?.code || !isBelow(came(code), exact(handed)),
  )
}

/**
 * Cash up to the cash payments, in the invoice's currency if all of it was paid in that, else in the local one; the rest is credit in the
 * invoice's currency. Uses the amount handed out, because a cent of it may exceed the tolerance of `isCashCovered`.
 * docs/product/cash.md, "Change".
 */
export function usualChange<C extends CoinedCurrency>(
  change: Amount,
  invoiceCurrency: C,
  payments: readonly Paid[],
  local: C | undefined,
): AskedChange<C>[] {
  const credit = { currency: invoiceCurrency, amount: null, kind: 'credit' as const }
  const cash = selectCash(payments)
  if (cash.length === 0) return [credit]
  const isOwn = cash.every(({ currency }) => currency.code === invoiceCurrency.code)
  const currency = isOwn ? invoiceCurrency : (local ?? invoiceCurrency)
  const most = new ChangeRates(invoiceCurrency, cash).fill(exact(change), currency).amount
  const part = { currency, amount: null, kind: 'cash' as const }
  const limit = limitCash(most, currency, cash)
  const ways = [[part], ...(isPositive(limit) ? [[{ ...part, amount: toWire(limit) }, credit]] : [])]
  const isFit = (asked: readonly AskedChange<C>[]) => {
    const given = splitChange(change, invoiceCurrency, asked, { cash, local })
    return given !== undefined && isCashCovered(given, payments) && isOfWhatCame(given, cash, local)
  }
  return ways.find(isFit) ?? [credit]
}
