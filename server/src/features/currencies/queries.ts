import type { Currency, CurrencyDraft } from '@casillero/shared/contract/currencies'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { exact, minus, toWire } from '@casillero/shared/domain/money'
import { formatRate } from '@casillero/shared/domain/money-format'
import { searchText } from '@casillero/shared/domain/search-text'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { listCatalogue } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'

const columns = [
  'id',
  'code',
  'name',
  'symbol',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
  'is_default as isDefault',
  'cash_step as cashStep',
  'version',
] as const

type CurrencyRow = Omit<Currency, 'formattedRates'>

const toCurrency = (row: CurrencyRow): Currency => ({
  ...row,
  formattedRates: {
    compra: formatRate(row.rateCompra, row.symbol),
    venta: formatRate(row.rateVenta, row.symbol),
    spread: formatRate(toWire(minus(exact(row.rateCompra), exact(row.rateVenta))), row.symbol),
  },
})

const living = (db: Db) => db.selectFrom('currencies').where('deleted_at', 'is', null)

/** Lists currencies by code; all of them without `page`. */
export async function listCurrencies(db: Db, query: ListQuery): Promise<{ data: Currency[]; pagination: Pagination }> {
  const { data, pagination } = await listCatalogue(db, living(db).select(columns).orderBy('code'), query)
  return { data: data.map(toCurrency), pagination }
}

export async function listActiveCurrencies(db: Db): Promise<Currency[]> {
  const rows = await living(db).select(columns).orderBy('code').execute()
  return rows.map(toCurrency)
}

const holdCurrencyRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db).select(columns).where('id', '=', matchAny(ids)).orderBy('id').forShare(),
)

const holdTenderRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db)
    .select(columns)
    .where((row) => row.or([row('id', '=', matchAny(ids)), row('code', '=', 'NIO'), row('is_default', '=', true)]))
    .orderBy('id')
    .forShare(),
)

/** As `holdCurrencies`, with those in which the last coins of a change may be given: the córdoba and the default currency. */
export function holdTenderCurrencies(db: Db, ids: string[]): Promise<CurrencyRow[]> {
  return holdTenderRows(db, { ids })
}

/**
 * Takes a share lock on currencies, which keeps their rates until the transaction ends; ids without a currency are left out.
 */
export function holdCurrencies(db: Db, ids: string[]): Promise<CurrencyRow[]> {
  return holdCurrencyRows(db, { ids })
}

export async function lockCurrency(db: Db, id: string): Promise<Currency> {
  const row = await living(db).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toCurrency(row)
}

const toValues = (draft: CurrencyDraft) => ({
  code: draft.code,
  name: draft.name,
  symbol: draft.symbol,
  rate_compra: draft.rateCompra,
  rate_venta: draft.rateVenta,
  is_default: draft.isDefault,
  cash_step: draft.cashStep,
  search_text: searchText(draft.code, draft.name, draft.symbol),
})

export async function insertCurrency(db: Db, draft: CurrencyDraft): Promise<Currency> {
  return toCurrency(
    await db.insertInto('currencies').values(toValues(draft)).returning(columns).executeTakeFirstOrThrow(),
  )
}

export async function updateCurrencyRow(db: Db, id: string, draft: CurrencyDraft): Promise<Currency> {
  const row = await db
    .updateTable('currencies')
    .set(toValues(draft))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toCurrency(row)
}

export async function markDefaultCurrency(db: Db, id: string): Promise<Currency> {
  const row = await db
    .updateTable('currencies')
    .set({ is_default: true })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toCurrency(row)
}

/** Says whether an invoice, a payment or a shipment was ever made in this currency. */
export async function isCurrencyInUse(db: Db, id: string): Promise<boolean> {
  const { isUsed } = await db
    .selectNoFrom((one) =>
      one
        .or([
          one.exists(one.selectFrom('invoices').select('id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('invoice_payments').select('id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('invoice_changes').select('id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('client_credits').select('id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('cash_movements').select('id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('cash_session_balances').select('session_id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('cash_counts').select('session_id').where('currency_id', '=', id)),
          one.exists(one.selectFrom('invoice_shipments').select('id').where('currency_id', '=', id)),
        ])
        .as('isUsed'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isUsed)
}
