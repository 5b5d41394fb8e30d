import { softDelete } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isShippingMethodInUse, lockShippingMethod } from './queries.ts'

/** Deletes a method that is not the default and that no invoice has. docs/product/catalogues.md, "Shipping methods". */
export async function removeShippingMethod(db: Db, id: string): Promise<null> {
  const method = await lockShippingMethod(db, id)
  if (method.isDefault) throw new AppError('shipping_method_is_default')
  if (await isShippingMethodInUse(db, id)) throw new AppError('shipping_method_in_use')
  await softDelete(db, 'shipping_methods', id)
  return null
}
