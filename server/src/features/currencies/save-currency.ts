import type { Currency, CurrencyDraft } from '@casillero/shared/contract/currencies'
import { clearDefault, requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { insertCurrency, lockCurrency, markDefaultCurrency, updateCurrencyRow } from './queries.ts'
import { insertRateChange } from './rate-changes.ts'

/**
 * Adds a currency; making it the default takes that from the other in the same step. docs/product/catalogues.md, "Currencies".
 */
export async function createCurrency(db: Db, draft: CurrencyDraft): Promise<Currency> {
  if (draft.isDefault) {
    await lockCompany(db)
    await clearDefault(db, 'currencies', null)
  }
  return await insertCurrency(db, draft)
}

function refuseOtherBase(current: Currency, draft: CurrencyDraft): void {
  if (current.code !== 'USD') return
  if (draft.code !== 'USD') throw fieldError('currency_is_base', 'code')
  if (draft.rateCompra !== 1 || draft.rateVenta !== 1) throw fieldError('currency_is_base', 'rateCompra')
}

/**
 * Changes a currency and writes its former rates into the history; a concurrent invoice waits for the row lock and takes the new
 * rates. Throws `stale`, `currency_is_base`, `default_currency_required`.
 * docs/product/catalogues.md, "Currencies".
 */
export async function updateCurrency(db: Db, id: string, draft: CurrencyDraft, session: Session): Promise<Currency> {
  if (draft.isDefault) await lockCompany(db)
  const current = await lockCurrency(db, id)
  requireVersion(draft, current)
  refuseOtherBase(current, draft)
  if (current.isDefault && !draft.isDefault) throw fieldError('default_currency_required', 'isDefault')
  if (draft.isDefault && !current.isDefault) await clearDefault(db, 'currencies', id)
  await insertRateChange(db, current, draft, session)
  return await updateCurrencyRow(db, id, draft)
}

/** Makes a currency the default one, taking that from the other in the same step. */
export async function setDefaultCurrency(db: Db, id: string): Promise<Currency> {
  await lockCompany(db)
  const current = await lockCurrency(db, id)
  if (current.isDefault) return current
  await clearDefault(db, 'currencies', id)
  return await markDefaultCurrency(db, id)
}
