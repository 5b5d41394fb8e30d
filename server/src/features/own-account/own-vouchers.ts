import { decimal, id, optionalText } from '@casillero/shared/contract/schema'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import type { PaymentAccount } from '@casillero/shared/domain/payment-account'
import { readNumber } from '@casillero/shared/domain/read-number'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/received-file.ts'
import { notifyReceived } from '../messages/notify/notify-voucher.ts'
import { storeFile } from '../received-files/received-files.ts'
import { findPending, receiveVoucher } from '../vouchers/receive-voucher.ts'
import { type FieldErrors, readErrors } from './own-data.ts'
import { readPaymentAccounts } from './read-shop.ts'

type Currency = { id: string; symbol: string }

export type OwnVoucher = {
  id: string
  day: string
  amount: number | null
  symbol: string | null
  reference: string | null
  state: 'pending' | 'accepted' | 'rejected'
  rejectReason: string | null
}

/** Debts are ordered largest first. */
export type OwnVouchers = {
  owed: (Currency & { amount: number })[]
  currencies: Currency[]
  vouchers: OwnVoucher[]
  accounts: PaymentAccount[]
}

const mostShown = 10

export async function readOwnVouchers(db: Db): Promise<OwnVouchers> {
  const [owed, currencies, vouchers, accounts] = await Promise.all([
    db
      .selectFrom('open_debts as v')
      .innerJoin('currencies as k', 'k.id', 'v.currency_id')
      .select(['k.id', 'k.symbol', sql<number>`sum(v.pending_total)`.as('amount')])
      .groupBy(['k.id', 'k.company_id', 'k.code', 'k.symbol', 'k.rate_compra'])
      .orderBy(sql`sum(v.pending_total) / k.rate_compra`, 'desc')
      .execute(),
    db.selectFrom('currencies').select(['id', 'symbol']).where('deleted_at', 'is', null).orderBy('code').execute(),
    db
      .selectFrom('vouchers as v')
      .leftJoin('currencies as k', 'k.id', 'v.currency_id')
      .select(['v.id', 'v.amount', 'k.symbol', 'v.reference', 'v.state', 'v.reject_reason as rejectReason'])
      .select(sql<string>`(v.created_at at time zone 'America/Managua')::date::text`.as('day'))
      .orderBy('v.id', 'desc')
      .limit(sql.lit(mostShown))
      .execute(),
    readPaymentAccounts(db),
  ])
  return { owed, currencies, accounts, vouchers: vouchers.map((one) => ({ ...one, state: toState(one.state) })) }
}

const toState = (state: string): OwnVoucher['state'] =>
  state === 'accepted' || state === 'rejected' ? state : 'pending'

const typed = z.object({
  amount: decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Escriba cuánto pagó' }),
  currencyId: id,
  reference: optionalText(120),
})
export type TypedVoucher = z.infer<typeof typed>

/** Returns errors if the fields are refused. */
export function readTyped(fields: Readonly<Record<string, string>>): { draft: TypedVoucher } | { errors: FieldErrors } {
  const { amount = '', currencyId, reference = '' } = fields
  const parsed = z.safeParse(typed, { amount: readNumber(amount) ?? Number.NaN, currencyId, reference })
  return parsed.success ? { draft: parsed.data } : { errors: readErrors(parsed.error) }
}

/** `digest` is the file's SHA-256. */
export async function hasPending(db: Db, digest: Buffer): Promise<boolean> {
  const client = await db.selectFrom('clients').select('id').executeTakeFirstOrThrow()
  return (await findPending(db, client.id, digest)) !== undefined
}

/** Returns errors if the voucher is refused. */
export async function sendOwnVoucher(
  db: Db,
  { draft, file, name }: { draft: TypedVoucher; file: ReceivedFile; name: string },
): Promise<FieldErrors | undefined> {
  const client = await db.selectFrom('clients').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
  const currency = await db
    .selectFrom('currencies')
    .select('id')
    .where('id', '=', draft.currencyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!currency) return { currencyId: 'Elija la moneda' }
  if (await findPending(db, client.id, file.digest)) return undefined
  const fileId = await storeFile(db, { clientId: client.id, name, file })
  const { id } = await receiveVoucher(db, { clientId: client.id, fileId, source: 'page', ...draft })
  // The role of a client writes no messages.
  await sql`set local role casillero_app`.execute(db)
  await notifyReceived(db, id)
  await sql`set local role casillero_client`.execute(db)
  return undefined
}

export async function findOwnFile(db: Db, voucherId: string): Promise<string> {
  const row = await db.selectFrom('vouchers').select('file_id as id').where('id', '=', voucherId).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.id
}
