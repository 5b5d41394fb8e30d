import fc from 'fast-check'

// The tests' own arithmetic of a drawer's day: whole cents and fractions of BigInt, written from the product's rules without the
// code under test.

/** Rates in ten thousandths, the smallest coin in cents. */
export type Coin = { code: string; compra: bigint; venta: bigint; step: bigint }
export type Part = { coin: Coin; cents: bigint | null; kind: 'cash' | 'credit' }
export type Deed =
  | {
      type: 'payment'
      invoice: Coin
      local: Coin
      change: bigint
      paid: { coin: Coin; cents: bigint; method: 'cash' | 'card' | 'credit' }
      parts: Part[]
    }
  | { type: 'in' | 'out'; coin: Coin; cents: bigint }
export type Day = { opening: { coin: Coin; cents: bigint }[]; deeds: Deed[] }

const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

const handed = (cents: bigint, step: bigint): bigint => (step === 0n ? cents : nearest(cents, step) * step)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What was paid in cash in each currency goes back at the rate at which it was taken, until it is used up. */
class Purse {
  private readonly invoice: Coin
  private readonly left = new Map<string, bigint>()

  constructor(invoice: Coin, paid: readonly { coin: Coin; cents: bigint }[]) {
    this.invoice = invoice
    for (const { coin, cents } of paid) this.left.set(coin.code, this.of(coin) + cents)
  }

  private of({ code }: Coin): bigint {
    return this.left.get(code) ?? 0n
  }

  /** What cents count of which `own` are of the purse. */
  worth(cents: bigint, own: bigint, coin: Coin): bigint {
    if (coin.code === this.invoice.code) return cents
    return nearest(own * this.invoice.venta, coin.compra) + nearest((cents - own) * this.invoice.compra, coin.venta)
  }

  count(cents: bigint, coin: Coin): { cents: bigint; own: bigint; value: bigint } {
    const own = smaller(cents, this.of(coin))
    this.left.set(coin.code, this.of(coin) - own)
    return { cents, own, value: this.worth(cents, own, coin) }
  }

  fill(value: bigint, coin: Coin): { cents: bigint; own: bigint; value: bigint } {
    const paid = this.of(coin)
    const isOwn = coin.code === this.invoice.code
    const whole = isOwn ? paid : nearest(paid * this.invoice.venta, coin.compra)
    const within = isOwn ? value : nearest(value * coin.compra, this.invoice.venta)
    const beyond = isOwn ? value - whole : nearest((value - whole) * coin.venta, this.invoice.compra)
    const cents = whole >= value ? smaller(within, paid) : paid + beyond
    const own = smaller(cents, paid)
    this.left.set(coin.code, paid - own)
    return { cents, own, value }
  }
}

/**
 * What each part comes to in cents; undefined when the parts are not the change. Cash of another currency than `local` is given down
 * to its coin, and what that leaves in `local`.
 */
export function partsOf(
  change: bigint,
  invoice: Coin,
  parts: readonly Part[],
  paid: readonly { coin: Coin; cents: bigint }[],
  local: Coin,
) {
  const purse = new Purse(invoice, paid)
  const counted = parts.map(({ cents, coin }) => (cents === null ? null : purse.count(cents, coin)))
  const rest = counted.reduce<bigint>((left, one) => left - (one?.value ?? 0n), change)
  const open = counted.filter((one) => one === null).length
  if (open > 1 || rest < 0n || (open === 0 && rest !== 0n)) return undefined
  let spilled = 0n
  const given = parts.map(({ coin, kind }, index) => {
    const { cents, own, value } = counted[index] ?? purse.fill(rest, coin)
    const over = coin.step === 0n || kind === 'credit' || coin.code === local.code ? 0n : cents % coin.step
    const down = over === 0n ? value : smaller(purse.worth(cents - over, smaller(own, cents - over), coin), value)
    spilled += value - down
    return { coin, kind, cents: cents - over, value: down }
  })
  if (spilled > 0n) {
    const more = purse.fill(spilled, local)
    const place = given.find(({ coin, kind }) => kind === 'cash' && coin.code === local.code)
    if (place === undefined) given.push({ coin: local, kind: 'cash', cents: more.cents, value: spilled })
    else Object.assign(place, { cents: place.cents + more.cents, value: place.value + spilled })
  }
  return given
    .filter(({ value }) => value > 0n)
    .map(({ coin, kind, cents, value }) => {
      const out = kind === 'cash' ? handed(cents, coin.step) : cents
      return { coin, kind, amount: cents, converted: value, handed: out, rounding: cents - out }
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
    if (deed.paid.method === 'cash') put(deed.paid.coin, deed.paid.cents)
    for (const { coin, handed: out } of givenAs('cash', deed)) put(coin, -out)
  }
  return drawer
}

/** What a payment of this deed was paid in cash. */
export const cashOf = ({ paid }: Extract<Deed, { type: 'payment' }>) => (paid.method === 'cash' ? [paid] : [])

const givenAs = (kind: Part['kind'], deed: Extract<Deed, { type: 'payment' }>) =>
  (partsOf(deed.change, deed.invoice, deed.parts, cashOf(deed), deed.local) ?? []).filter((part) => part.kind === kind)

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
        local: fc.constant(pair[1]),
        change: fc.oneof(fc.constant(0n), cents(5_000_000)),
        paid: fc.record({
          coin,
          cents: cents(9_000_000),
          method: fc.constantFrom('cash' as const, 'cash' as const, 'card' as const, 'credit' as const),
        }),
        parts: fc.array(part, { maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constantFrom('in' as const, 'out' as const), coin, cents: cents(900_000) }),
    },
  )
}

/**
 * Days of a drawer in two currencies: floats, payments with change in either of them or as credit, and movements.
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
