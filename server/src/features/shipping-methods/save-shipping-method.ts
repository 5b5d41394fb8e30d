import type { ShippingMethod, ShippingMethodDraft } from '@casillero/shared/contract/shipping-methods'
import { clearDefault, requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import {
  findDefaultShippingMethod,
  insertShippingMethod,
  lockShippingMethod,
  updateShippingMethodRow,
} from './queries.ts'

function refuseInactiveDefault(values: { isActive: boolean; isDefault: boolean }): void {
  if (values.isDefault && !values.isActive) throw fieldError('default_shipping_method_inactive', 'isActive')
}

/** Adds a method; the first of a company becomes its default. docs/product/catalogues.md, "Shipping methods". */
export async function createShippingMethod(db: Db, draft: ShippingMethodDraft): Promise<ShippingMethod> {
  await lockCompany(db)
  const isFirst = (await findDefaultShippingMethod(db)) === undefined
  const values = { ...draft, isDefault: draft.isDefault || (isFirst && draft.isActive) }
  refuseInactiveDefault(values)
  if (values.isDefault) await clearDefault(db, 'shipping_methods', null)
  return await insertShippingMethod(db, values)
}

/**
 * Changes a method. Throws `stale`, `default_shipping_method_inactive`, `default_shipping_method_required`.
 * docs/product/catalogues.md, "Shipping methods".
 */
export async function updateShippingMethod(db: Db, id: string, draft: ShippingMethodDraft): Promise<ShippingMethod> {
  if (draft.isDefault) await lockCompany(db)
  const current = await lockShippingMethod(db, id)
  requireVersion(draft, current)
  refuseInactiveDefault(draft)
  if (current.isDefault && !draft.isDefault) throw fieldError('default_shipping_method_required', 'isDefault')
  if (draft.isDefault) await clearDefault(db, 'shipping_methods', id)
  return await updateShippingMethodRow(db, id, draft)
}

/** Switches a method on or off. The default is always on: `shipping_method_is_default`. */
export async function toggleShippingMethod(db: Db, id: string): Promise<ShippingMethod> {
  const current = await lockShippingMethod(db, id)
  if (current.isDefault) throw new AppError('shipping_method_is_default')
  return await updateShippingMethodRow(db, id, { ...current, isActive: !current.isActive })
}

/** Makes an active method the default one. Throws `default_shipping_method_inactive`. */
export async function setDefaultShippingMethod(db: Db, id: string): Promise<ShippingMethod> {
  await lockCompany(db)
  const current = await lockShippingMethod(db, id)
  const values = { ...current, isDefault: true }
  refuseInactiveDefault(values)
  await clearDefault(db, 'shipping_methods', id)
  return await updateShippingMethodRow(db, id, values)
}
