import type { ShippingMethod, ShippingMethodDraft } from '@casillero/shared/contract/shipping-methods'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'

const columns = ['id', 'name', 'is_active as isActive', 'is_default as isDefault', 'version'] as const

const living = (db: Db) => db.selectFrom('shipping_methods').select(columns).where('deleted_at', 'is', null)

export function listShippingMethods(db: Db, withInactive: boolean): Promise<ShippingMethod[]> {
  const rows = living(db).orderBy('name')
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

export function findDefaultShippingMethod(db: Db): Promise<ShippingMethod | undefined> {
  return living(db).where('is_default', '=', true).executeTakeFirst()
}

const holdMethodRow = prepare((db, { id }: { id: string }) => living(db).where('id', '=', id).forShare())

/** Takes a share lock on a method, so that it cannot be deleted or switched off before this transaction ends. */
export async function holdShippingMethod(db: Db, id: string): Promise<ShippingMethod | undefined> {
  const [method] = await holdMethodRow(db, { id })
  return method
}

export async function lockShippingMethod(db: Db, id: string): Promise<ShippingMethod> {
  const method = await living(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!method) throw new AppError('not_found')
  return method
}

type Values = Pick<ShippingMethodDraft, 'name' | 'isActive' | 'isDefault'>

const toValues = (values: Values) => ({ name: values.name, is_active: values.isActive, is_default: values.isDefault })

export function insertShippingMethod(db: Db, values: Values): Promise<ShippingMethod> {
  return db.insertInto('shipping_methods').values(toValues(values)).returning(columns).executeTakeFirstOrThrow()
}

export function updateShippingMethodRow(db: Db, id: string, values: Values): Promise<ShippingMethod> {
  return db
    .updateTable('shipping_methods')
    .set(toValues(values))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function isShippingMethodInUse(db: Db, id: string): Promise<boolean> {
  const shipment = await db
    .selectFrom('invoice_shipments')
    .select('id')
    .where('shipping_method_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return shipment !== undefined
}
