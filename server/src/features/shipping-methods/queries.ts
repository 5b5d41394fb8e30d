import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import type { Db } from '../../platform/database.ts'
import { prepare } from '../../platform/prepare.ts'

const living = (db: Db) =>
  db
    .selectFrom('shipping_methods')
    .select(['id', 'name', 'is_active as isActive', 'is_default as isDefault', 'version'])
    .where('deleted_at', 'is', null)

export function listShippingMethods(db: Db, withInactive: boolean): Promise<ShippingMethod[]> {
  const rows = living(db).orderBy('name')
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

export function findDefaultShippingMethod(db: Db): Promise<ShippingMethod | undefined> {
  return living(db).where('is_default', '=', true).executeTakeFirst()
}

const methodHeld = prepare((db, { id }: { id: string }) => living(db).where('id', '=', id).forShare())

/** A living method, held so that it cannot be deleted or switched off before this transaction ends. */
export async function holdShippingMethod(db: Db, id: string): Promise<ShippingMethod | undefined> {
  const [method] = await methodHeld(db, { id })
  return method
}
