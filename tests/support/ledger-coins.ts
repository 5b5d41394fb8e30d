import { type Coin, partsOf } from '@casillero/shared/test/cash-oracle'
import { dollars, nearest, type Paid, type Payment, smaller, sum } from './ledger-rows.ts'

/**
 * The change where the call says nothing: cash as far as the tender has cash, in the invoice's currency where all of the cash is of it,
 * else in the local one, and no more of a foreign one than came in.
 */
export function splitUsually(change: bigint, coin: Coin, paid: readonly Paid[], local: Coin) {
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
export function takeCoins(dues: Map<Payment, bigint>, local: Coin): bigint {
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
