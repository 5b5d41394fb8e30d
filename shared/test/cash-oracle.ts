import fc from 'fast-check'

// The tests' own arithmetic of a drawer's day: whole cents and fractions of BigInt, written from the product's rules without the
// code under test.

/** Rates in ten thousandths, the smallest coin in cents. */
export type Coin = { code: string; compra: bigint; venta: bigint; step: bigint }
export type Part = { coin: Coin; cents: bigint | null; kind: 'cash' | 'credit' }
/** A payment stays; or it is reversed while its session is open, or on a later day, which this day then is. */
export type Fate = 'stays' | 'reversed' | 'returned'
export type Deed =
  | {
      type: 'payment'
      invoice: Coin
      change: bigint
      paid: { coin: Coin; cents: bigint; method: 'cash' | 'card' | 'credit' }
      parts: Part[]
      fate: Fate
    }
  | { type: 'in' | 'out'; coin: Coin; cents: bigint }
export type Day = { opening: { coin: Coin; cents: bigint }[]; deeds: Deed[] }

const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

const counted = (cents: bigint, coin: Coin, invoice: Coin): bigint =>
  coin.code === invoice.code ? cents : nearest(cents * invoice.compra, coin.venta)

const amountFor = (cents: bigint, coin: Coin, invoice: Coin): bigint =>
  coin.code === invoice.code ? cents : nearest(cents * coin.venta, invoice.compra)

const handed = (cents: bigint, step: bigint): bigint => (step === 0n ? cents : nearest(cents, step) * step)

/** What each part comes to in cents, null for nothing; undefined when the parts are not the change. */
export function partsOf(change: bigint, invoice: Coin, parts: readonly Part[]) {
  const values = parts.map(({ cents, coin }) => (cents === null ? null : counted(cents, coin, invoice)))
  const rest = values.reduce<bigint>((left, value) => left - (value ?? 0n), change)
  const open = values.filter((value) => value === null).length
  if (open > 1 || rest < 0n || (open === 0 && rest !== 0n)) return undefined
  return parts.map(({ coin, cents, kind }, index) => {
    const value = values[index] ?? rest
    if (value === 0n) return null
    const amount = cents ?? amountFor(rest, coin, invoice)
    const out = kind === 'cash' ? handed(amount, coin.step) : amount
    return { amount, converted: value, handed: out, rounding: amount - out }
  })
}

/** The cents that the drawer holds of each currency at the end of the day, moved coin by coin. */
export function drawerAfter({ opening, deeds }: Day): Map<string, bigint> {
  const drawer = new Map<string, bigint>()
  const put = (coin: Coin, cents: bigint) => drawer.set(coin.code, (drawer.get(coin.code) ?? 0n) + cents)
  for (const { coin, cents } of opening) put(coin, cents)
  for (const deed of deeds) {
    if (deed.type !== 'payment') {
      put(deed.coin, deed.type === 'in' ? deed.cents : -deed.cents)
      continue
    }
    // What was taken on an earlier day goes back today; what is reversed on its own day leaves no trace.
    const times = deed.fate === 'stays' ? 1n : deed.fate === 'returned' ? -1n : 0n
    if (times === 0n) continue
    if (deed.paid.method === 'cash') put(deed.paid.coin, times * deed.paid.cents)
    for (const { coin, handed: out } of givenAs('cash', deed)) put(coin, -times * out)
  }
  return drawer
}

function givenAs(kind: Part['kind'], deed: Extract<Deed, { type: 'payment' }>) {
  const parts = partsOf(deed.change, deed.invoice, deed.parts) ?? []
  return parts.flatMap((part, index) => {
    const asked = deed.parts[index]
    return part && asked?.kind === kind ? [{ coin: asked.coin, ...part }] : []
  })
}

/** The cents by which the day changes a client's credit of each currency, booked one by one. */
export function creditAfter({ deeds }: Day): Map<string, bigint> {
  const credit = new Map<string, bigint>()
  const put = (coin: Coin, cents: bigint) => credit.set(coin.code, (credit.get(coin.code) ?? 0n) + cents)
  for (const deed of deeds) {
    if (deed.type !== 'payment' || deed.fate === 'reversed') continue
    const times = deed.fate === 'stays' ? 1n : -1n
    if (deed.paid.method === 'credit') put(deed.paid.coin, -times * deed.paid.cents)
    for (const { coin, amount } of givenAs('credit', deed)) put(coin, times * amount)
  }
  return credit
}

const cents = (max: number) => fc.integer({ min: 1, max }).map(BigInt)
const dollar: Coin = { code: 'USD', compra: 10_000n, venta: 10_000n, step: 100n }

const coins = fc
  .record({
    venta: fc.integer({ min: 5_000, max: 500_000 }),
    spread: fc.integer({ min: 0, max: 20_000 }),
    steps: fc.tuple(...[0, 1].map(() => fc.constantFrom(0n, 1n, 25n, 50n, 100n, 500n))),
  })
  .map(({ venta, spread, steps: [first = 0n, second = 0n] }): [Coin, Coin] => [
    { ...dollar, step: first },
    { code: 'NIO', compra: BigInt(venta + spread), venta: BigInt(venta), step: second },
  ])

const deedOf = (pair: [Coin, Coin]): fc.Arbitrary<Deed> => {
  const coin = fc.constantFrom(...pair)
  const part = fc.record({
    coin,
    cents: fc.option(cents(50_000), { freq: 2, nil: null }),
    kind: fc.constantFrom('cash' as const, 'credit' as const),
  })
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('payment' as const),
        invoice: coin,
        change: fc.oneof(fc.constant(0n), cents(5_000_000)),
        paid: fc.record({
          coin,
          cents: cents(9_000_000),
          method: fc.constantFrom('cash' as const, 'cash' as const, 'card' as const, 'credit' as const),
        }),
        parts: fc.array(part, { maxLength: 3 }),
        fate: fc.constantFrom('stays' as const, 'stays' as const, 'reversed' as const, 'returned' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constantFrom('in' as const, 'out' as const), coin, cents: cents(900_000) }),
    },
  )
}

/**
 * Days of a drawer in two currencies: floats, payments with change in either of them or as credit, movements, and reversals of
 * payments of the same day and of an earlier one.
 */
export const days: fc.Arbitrary<Day> = coins.chain((pair) =>
  fc.record({
    opening: fc.tuple(cents(1_000_000), cents(1_000_000)).map(([a, b]) => [
      { coin: pair[0], cents: a },
      { coin: pair[1], cents: b },
    ]),
    deeds: fc.array(deedOf(pair), { maxLength: 12 }),
  }),
)
