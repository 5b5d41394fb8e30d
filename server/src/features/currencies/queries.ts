import type { Currency } from '@casillero/shared/contract/currencies'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { exact, minus, toWire } from '@casillero/shared/domain/money'
import { formatRate } from '@casillero/shared/domain/money-format'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import { anyOf } from '../../platform/any-of.ts'
import type { Db } from '../../platform/database.ts'
import { cutPage, isWhole, matchesAll, pageOf, pageWithTotal, wholePagination } from '../../platform/list.ts'
import { prepare } from '../../platform/prepare.ts'

const columns = [
  'id',
  'code',
  'name',
  'symbol',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
  'is_default as isDefault',
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

/** By code; without `page` all of them. */
export async function listCurrencies(db: Db, query: ListQuery): Promise<{ data: Currency[]; pagination: Pagination }> {
  const page = pageOf(query)
  const matching = living(db).where(matchesAll(sql`search_text`, searchPatterns(query.search ?? '')))
  const rows = await matching
    .select(columns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('code')
    .$if(!isWhole(query), (all) => cutPage(all, page))
    .execute()
  if (isWhole(query)) return { data: rows.map(toCurrency), pagination: wholePagination(rows.length) }
  const { data, pagination } = await pageWithTotal(page, rows, () =>
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: data.map(toCurrency), pagination }
}

export async function listActiveCurrencies(db: Db): Promise<Currency[]> {
  const rows = await living(db).select(columns).orderBy('code').execute()
  return rows.map(toCurrency)
}

const currenciesHeld = prepare((db, { ids }: { ids: string[] }) =>
  living(db).select(columns).where('id', '=', anyOf(ids)).orderBy('id').forShare(),
)

/** The living currencies of these ids, their rates held until the transaction ends; absent ones are left out. */
export function holdCurrencies(db: Db, ids: string[]): Promise<CurrencyRow[]> {
  return currenciesHeld(db, { ids })
}
