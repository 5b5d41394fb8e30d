import { type Currency, type CurrencyDraft, currencyCatalogue } from '@casillero/shared/contract/currencies'
import type { ListQuery } from '@casillero/shared/contract/endpoint'
import { exact, minus, toWire } from '@casillero/shared/domain/money'
import { formatRate } from '@casillero/shared/domain/money-format'
import { matchAny } from '../../platform/database/any-of.ts'
import { clearDefault } from '../../platform/database/catalogue.ts'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { insertRateChange } from './rate-changes.ts'

type CurrencyRow = Omit<Currency, 'formattedRates'>

const addRates = (row: CurrencyRow): Currency => ({
  ...row,
  formattedRates: {
    compra: formatRate(row.rateCompra, row.symbol),
    venta: formatRate(row.rateVenta, row.symbol),
    spread: formatRate(toWire(minus(exact(row.rateCompra), exact(row.rateVenta))), row.symbol),
  },
})

function refuseOtherBase(current: Currency, draft: CurrencyDraft): void {
  if (current.code !== 'USD') return
  if (draft.code !== 'USD') throw fieldError('currency_is_base', 'code')
  if (draft.rateCompra !== 1 || draft.rateVenta !== 1) throw fieldError('currency_is_base', 'rateCompra')
}

/**
 * A new default takes the mark from the former one in the same step. A change of rates writes the former ones into the history; a
 * concurrent invoice waits for the row lock and takes the new rates. docs/product/catalogues.md, "Currencies".
 */
export const currencies = createCatalogue(currencyCatalogue, {
  read: { formattedRates: null },
  complete: addRates,
  takeTurn: async (db, draft) => {
    if (draft?.isDefault) await lockCompany(db)
  },
  beforeSave: async (db, draft: CurrencyDraft, current: Currency | undefined, session: Session) => {
    if (current) {
      refuseOtherBase(current, draft)
      if (current.isDefault && !draft.isDefault) throw fieldError('default_currency_required', 'isDefault')
      await insertRateChange(db, current, draft, session)
    }
    if (draft.isDefault && !current?.isDefault) await clearDefault(db, 'currencies', current?.id ?? null)
    return draft
  },
  beforeRemove: async (db, { id, isDefault, code }) => {
    if (isDefault) throw new AppError('currency_is_default')
    if (code === 'USD') throw new AppError('currency_is_base')
    if (await isCurrencyInUse(db, id)) throw new AppError('currency_in_use')
  },
})

const { living } = currencies

export const listCurrencies = (db: Db, query: ListQuery) => currencies.list(db, living(db).orderBy('code'), query)

export async function listActiveCurrencies(db: Db): Promise<Currency[]> {
  return (await listCurrencies(db, {})).data
}

/** With the rates of now; undefined if the company has no córdoba. */
export const findCordoba = (db: Db): Promise<CurrencyRow | undefined> =>
  living(db).where('code', '=', 'NIO').executeTakeFirst()

const holdCurrencyRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db).where('id', '=', matchAny(ids)).orderBy('id').forShare(),
)

const holdTenderRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db)
    .where((row) => row.or([row('id', '=', matchAny(ids)), row('code', '=', 'NIO'), row('is_default', '=', true)]))
    .orderBy('id')
    .forShare(),
)

/** Adds the currencies for the last coins of change: the córdoba and the default one. */
export function holdTenderCurrencies(db: Db, ids: string[]): Promise<CurrencyRow[]> {
  return holdTenderRows(db, { ids })
}

/** A share lock keeps their rates. Unknown ids are left out. */
export function holdCurrencies(db: Db, ids: string[]): Promise<CurrencyRow[]> {
  return holdCurrencyRows(db, { ids })
}

export async function setDefaultCurrency(db: Db, id: string): Promise<Currency> {
  await lockCompany(db)
  const current = await currencies.lock(db, id)
  if (current.isDefault) return current
  await clearDefault(db, 'currencies', id)
  return await currencies.change(db, id, { is_default: true })
}

/** Invoices, payments and shipments use currencies. */
async function isCurrencyInUse(db: Db, id: string): Promise<boolean> {
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
