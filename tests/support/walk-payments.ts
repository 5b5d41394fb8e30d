import type { Coin } from '@casillero/shared/test/cash-oracle'
import { convert, type LedgerInvoice, type Method, type Paid } from './ledger-rows.ts'
import type { MoneyLedger } from './money-ledger.ts'
import type { Shop } from './shop.ts'

/** With rates and steps that leave cents over. */
export const coins: Coin[] = [
  { code: 'USD', compra: 10_000n, venta: 10_000n, step: 100n },
  { code: 'NIO', compra: 368_000n, venta: 364_000n, step: 100n },
  { code: 'CRC', compra: 5_175_000n, venta: 5_100_000n, step: 0n },
]
export const coin = (code: string): Coin => {
  const found = coins.find((one) => one.code === code)
  if (!found) throw new Error(`No ${code}`)
  return found
}

/** One walk of a counter: the shop, and the ledger that it is compared with. */
export type Walk = {
  shop: Shop
  ledger: MoneyLedger
  ids: Map<string, string>
  sessionId: string
  random: (below: number) => number
  /** By the day and the code of the currency. */
  closings: Map<string, ReadonlyMap<string, bigint>>
}

/** Payments of about what is owed, now and then far more, in any currency and by any method. */
export function draftPayments({ ledger, ids, random }: Walk, owed: bigint, invoice: Coin, many: number) {
  return Array.from({ length: many }, () => {
    const own = coins[random(3)] ?? invoice
    const share = (owed * BigInt(10 + random(130))) / 100n
    const cents = (share * own.compra) / invoice.compra + BigInt(random(300)) + 20n
    const has = ledger.credit.get(own.code) ?? 0n
    const method: Method = (['cash', 'cash', 'card', 'transfer'] as const)[random(4)] ?? 'cash'
    // Credit that is worth no cent of any currency is refused.
    const isWorth = coins.every((one) => convert(has, own, one) > 0n)
    if (isWorth && random(2) === 0) return { coin: own, cents: cents < has ? cents : has, method: 'credit' as const }
    return { coin: own, cents, method }
  })
    .filter(
      (payment, index, all) => payment.method !== 'credit' || all.findIndex((one) => one.method === 'credit') === index,
    )
    .map((payment) => toDraft(ids, payment))
}

const toDraft = (ids: Walk['ids'], payment: Paid) => ({
  ...payment,
  sent: { total: Number(payment.cents) / 100, method: payment.method, currencyId: ids.get(payment.coin.code) ?? '' },
})
export type Draft = ReturnType<typeof toDraft>

/** A transfer of far more than an invoice owes, which leaves credit. */
export const draftTransfer = ({ ids, random, ledger }: Walk, invoice: LedgerInvoice): Draft =>
  toDraft(ids, { coin: invoice.coin, cents: ledger.pending(invoice) * BigInt(2 + random(4)), method: 'transfer' })

/** A payment by most of the credit in a currency, if it is worth a cent of each; none otherwise. */
export function draftCredit({ ids, random, ledger }: Walk, own: Coin): Draft[] {
  const cents = ((ledger.credit.get(own.code) ?? 0n) * BigInt(60 + random(41))) / 100n
  return coins.every((one) => convert(cents, own, one) > 0n)
    ? [toDraft(ids, { coin: own, cents, method: 'credit' })]
    : []
}
