import {
  type ShippingMethod,
  type ShippingMethodDraft,
  shippingMethodCatalogue,
} from '@casillero/shared/contract/shipping-methods'
import { clearDefault } from '../../platform/database/catalogue.ts'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

function refuseInactiveDefault(values: { isActive: boolean; isDefault: boolean }): void {
  if (values.isDefault && !values.isActive) throw fieldError('default_shipping_method_inactive', 'isActive')
}

/** A company's first method becomes its default. docs/product/catalogues.md, "Shipping methods". */
export const shippingMethods = createCatalogue(shippingMethodCatalogue, {
  takeTurn: async (db, draft, id) => {
    if (draft && (id === undefined || draft.isDefault)) await lockCompany(db)
  },
  beforeSave: async (db, draft: ShippingMethodDraft, current: ShippingMethod | undefined) => {
    const isFirst = current === undefined && (await findDefaultShippingMethod(db)) === undefined
    const values = { ...draft, isDefault: draft.isDefault || (isFirst && draft.isActive) }
    refuseInactiveDefault(values)
    if (current?.isDefault && !draft.isDefault) throw fieldError('default_shipping_method_required', 'isDefault')
    if (values.isDefault) await clearDefault(db, 'shipping_methods', current?.id ?? null)
    return values
  },
  beforeRemove: async (db, { id, isDefault }) => {
    if (isDefault) throw new AppError('shipping_method_is_default')
    if (await isShippingMethodInUse(db, id)) throw new AppError('shipping_method_in_use')
  },
})

const { living } = shippingMethods

export function listShippingMethods(db: Db, withInactive: boolean): Promise<ShippingMethod[]> {
  const rows = living(db).orderBy('name')
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

export function findDefaultShippingMethod(db: Db): Promise<ShippingMethod | undefined> {
  return living(db).where('is_default', '=', true).executeTakeFirst()
}

const holdMethodRow = prepare((db, { id }: { id: string }) => living(db).where('id', '=', id).forShare())

/** Locks it, so that it can be neither deleted nor switched off meanwhile. */
export async function holdShippingMethod(db: Db, id: string): Promise<ShippingMethod | undefined> {
  const [method] = await holdMethodRow(db, { id })
  return method
}

/** The default cannot be switched off: `shipping_method_is_default`. */
export async function toggleShippingMethod(db: Db, id: string): Promise<ShippingMethod> {
  const { isActive, isDefault } = await shippingMethods.lock(db, id)
  if (isDefault) throw new AppError('shipping_method_is_default')
  return await shippingMethods.change(db, id, { is_active: !isActive })
}

/** Throws `default_shipping_method_inactive`. */
export async function setDefaultShippingMethod(db: Db, id: string): Promise<ShippingMethod> {
  await lockCompany(db)
  const { isActive } = await shippingMethods.lock(db, id)
  refuseInactiveDefault({ isActive, isDefault: true })
  await clearDefault(db, 'shipping_methods', id)
  return await shippingMethods.change(db, id, { is_default: true })
}

async function isShippingMethodInUse(db: Db, id: string): Promise<boolean> {
  const shipment = await db
    .selectFrom('invoice_shipments')
    .select('id')
    .where('shipping_method_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return shipment !== undefined
}
