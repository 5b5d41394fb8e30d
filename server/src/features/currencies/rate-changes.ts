import type { Currency, CurrencyDraft, RateChange } from '@casillero/shared/contract/currencies'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

/** Writes nothing if the rates are the same. */
export async function insertRateChange(
  db: Db,
  before: Currency,
  draft: CurrencyDraft,
  { userName }: Session,
): Promise<void> {
  if (before.rateCompra === draft.rateCompra && before.rateVenta === draft.rateVenta) return
  await db
    .insertInto('currency_rate_changes')
    .values({
      currency_id: before.id,
      user_name: userName,
      from_compra: before.rateCompra,
      from_venta: before.rateVenta,
      to_compra: draft.rateCompra,
      to_venta: draft.rateVenta,
    })
    .execute()
}

/** Newest first. Throws `not_found`. */
export async function listRateChanges(
  db: Db,
  currencyId: string,
  query: ListQuery,
): Promise<{ data: RateChange[]; pagination: Pagination }> {
  const currency = await db
    .selectFrom('currencies')
    .select('id')
    .where('id', '=', currencyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!currency) throw new AppError('not_found')
  const page = toPage({ ...query, page: query.page ?? 1 })
  const changes = db.selectFrom('currency_rate_changes').where('currency_id', '=', currencyId)
  const rows = await changes
    .select([
      'id',
      'user_name as userName',
      'created_at as changedAt',
      'from_compra as fromCompra',
      'from_venta as fromVenta',
      'to_compra as toCompra',
      'to_venta as toVenta',
    ])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return await pageWithTotal(page, rows, () => changes.select(sql<number>`count(*)`.as('total')).executeTakeFirst())
}
