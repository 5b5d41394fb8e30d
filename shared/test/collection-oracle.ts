import fc from 'fast-check'

// The tests' own arithmetic of a collection: fractions of BigInt, written from the product's rules without the code under test.

/** Rates in ten thousandths. */
export type Coin = { code: string; compra: bigint; venta: bigint }
export type Given = { coin: Coin; cents: bigint }
export type Owed = { id: string; coin: Coin; cents: bigint; typed: bigint | null }
export type Case = { payments: Given[]; invoices: Owed[] }
type Part = { payment: number; invoiceId: string; total: bigint; converted: bigint }

const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

/** What cents of one currency count in another. */
export const worth = (cents: bigint, from: Coin, to: Coin): bigint =>
  from.code === to.code ? cents : nearest(cents * to.venta, from.compra)

/** The fewest cents whose exact value is not below what is due. */
function fewest(due: bigint, from: Coin, to: Coin): bigint {
  if (from.code === to.code) return due
  const over = due * from.compra
  return over / to.venta + (over % to.venta === 0n ? 0n : 1n)
}

/** Divides the payments naively: one list of pairs in the order in which they are tried. */
export function divide({ payments, invoices }: Case) {
  const rest = payments.map(({ cents }) => cents)
  const due = new Map(invoices.map(({ id, cents, typed }) => [id, typed ?? cents]))
  const parts: Part[] = []
  const pay = (payment: number, isTyped: boolean, isOwn: boolean) => {
    const coin = payments[payment]?.coin
    for (const invoice of invoices) {
      if (!coin || (invoice.typed !== null) !== isTyped || (invoice.coin.code === coin.code) !== isOwn) continue
      const has = rest[payment] ?? 0n
      const owes = due.get(invoice.id) ?? 0n
      const counts = worth(has, coin, invoice.coin)
      if (owes === 0n || counts === 0n) continue
      const needed = fewest(owes, coin, invoice.coin)
      const total = counts < owes || has < needed ? has : needed
      const converted = counts < owes ? counts : owes
      parts.push({ payment, invoiceId: invoice.id, total, converted })
      rest[payment] = has - total
      due.set(invoice.id, owes - converted)
    }
  }
  for (const payment of payments.keys()) pay(payment, true, true)
  for (const payment of payments.keys()) pay(payment, true, false)
  for (const payment of payments.keys()) for (const isOwn of [true, false]) pay(payment, false, isOwn)
  return { parts, due, rest }
}

const cents = (max: number) => fc.integer({ min: 1, max }).map(BigInt)
const dollar: Coin = { code: 'USD', compra: 10_000n, venta: 10_000n }
const coin = (code: string) =>
  fc
    .oneof(
      fc.constant({ venta: 364_000, spread: 4_000 }),
      fc.record({ venta: fc.integer({ min: 100, max: 5_000_000 }), spread: fc.integer({ min: 0, max: 20_000 }) }),
    )
    .map(({ venta, spread }): Coin => ({ code, compra: BigInt(venta + spread), venta: BigInt(venta) }))

/** Payments and open invoices in three currencies, some with a typed amount. */
export const cases: fc.Arbitrary<Case> = fc.tuple(coin('NIO'), coin('EUR')).chain(([nio, eur]) => {
  const any = fc.constantFrom(dollar, nio, nio, eur)
  const amount = fc.oneof(cents(300), cents(500_000), cents(99_999_999))
  const owed = fc
    .record({ coin: any, cents: amount, share: fc.option(fc.integer({ min: 0, max: 100 }), { freq: 3, nil: null }) })
    .map(({ coin: own, cents: due, share }) => ({
      coin: own,
      cents: due,
      typed: share === null ? null : (due * BigInt(share)) / 100n,
    }))
  return fc.record({
    payments: fc.array(fc.record({ coin: any, cents: amount }), { minLength: 1, maxLength: 5 }),
    invoices: fc
      .array(owed, { maxLength: 6 })
      .map((rows) => rows.map((row, index) => ({ ...row, id: `invoice ${index}` }))),
  })
})
