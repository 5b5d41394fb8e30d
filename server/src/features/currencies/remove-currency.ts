import { softDelete } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isCurrencyInUse, lockCurrency } from './queries.ts'

/** Deletes a currency that is neither the base nor the default and was never used. docs/product/catalogues.md, "Currencies". */
export async function removeCurrency(db: Db, id: string): Promise<null> {
  const currency = await lockCurrency(db, id)
  if (currency.isDefault) throw new AppError('currency_is_default')
  if (currency.code === 'USD') throw new AppError('currency_is_base')
  if (await isCurrencyInUse(db, id)) throw new AppError('currency_in_use')
  await softDelete(db, 'currencies', id)
  return null
}
