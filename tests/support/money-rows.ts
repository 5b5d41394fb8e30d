import type { World } from './world.ts'

export const toCents = (text: string): bigint => BigInt(text.replace('.', ''))
/** An amount of an answer in cents. */
export const centsOf = (amount: number): bigint => BigInt(amount.toFixed(2).replace('.', ''))

type Received = { at: Date; method: 'aereo' | 'maritimo'; weight: string | null; clientId: string | null }
type Invoiced = {
  id: string
  at: Date
  currencyId: string
  total: string
  discount: string
  pending: string
  status: string
  clientId: string
  by: string
  voidedAt: Date | null
  voidedBy: string | null
}
type Paid = {
  at: Date
  /** When it was taken back, by a reversal that counts on a day of its own. */
  backAt: Date | null
  currencyId: string
  amount: string
  /** What of it went back. */
  back: string
  method: string
  by: string
  isReversed: boolean
  isPart: boolean
  isChange: boolean
}

/** Each invoice on its day, and with the other sign on the day it was voided. */
export const listInvoiceEvents = <Row extends { at: Date; voidedAt: Date | null }>(invoices: readonly Row[]) =>
  invoices.flatMap((row) => {
    const made = { ...row, sign: 1n, count: 1 }
    return row.voidedAt === null ? [made] : [made, { ...row, at: row.voidedAt, sign: -1n, count: 0 }]
  })

/** The rows of a company that sums are made of, read by the owner one table after the other and summed up by the tests alone. */
export async function readMoneyRows({ owner }: World, companyId: string) {
  const ask = async <Row extends object>(statement: string) => (await owner.query<Row>(statement, [companyId])).rows
  const received = await ask<Received>(`
    select created_at as at, shipping_method as method, weight::text, client_id as "clientId"
    from packages where company_id = $1 and deleted_at is null`)
  const invoices = await ask<Invoiced>(`
    select id, created_at as at, currency_id as "currencyId", total_amount::text as total, discount_total::text as discount,
      pending_total::text as pending, status, client_id as "clientId", created_by as by, voided_at as "voidedAt", voided_by as "voidedBy"
    from invoices where company_id = $1`)
  const columns = `created_at as at, reversed_at as "backAt", currency_id as "currencyId", created_by as by, reversed_at is not null as "isReversed"`
  const paid = [
    ...(await ask<Paid>(`
      select ${columns}, total::text as amount, coalesce(returned, total)::text as back, method, collection_payment_id is not null as "isPart", false as "isChange"
      from invoice_payments where company_id = $1`)),
    ...(await ask<Paid>(`
      select ${columns}, total::text as amount, total::text as back, method, false as "isPart", false as "isChange"
      from collection_payments where company_id = $1`)),
    ...(await ask<Paid>(`
      select ${columns}, handed::text as amount, handed::text as back, kind as method, false as "isPart", true as "isChange"
      from invoice_changes where company_id = $1`)),
    ...(await ask<Paid>(`
      select ${columns}, handed::text as amount, handed::text as back, kind as method, false as "isPart", true as "isChange"
      from collection_changes where company_id = $1`)),
  ]
  /** The money that moved: change that was handed back counts below zero, credit came in before, and what was taken back counts on its own day. */
  const taken = paid
    .filter(({ method, isPart }) => method !== 'credit' && !isPart)
    .flatMap((row) => {
      const [sign, count] = row.isChange ? [-1n, 0] : [1n, 1]
      const made = { ...row, cents: sign * toCents(row.amount), count }
      const back = { ...row, cents: -sign * toCents(row.back), count: -count }
      return row.backAt === null ? [made] : [made, { ...back, at: row.backAt }]
    })
  return { received, invoices, taken }
}
