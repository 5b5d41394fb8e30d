import type { Charge, ChargeDraft } from '@casillero/shared/contract/charges'
import { sql } from 'kysely'
import { requireVersion, softDelete } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

const storage = sql<Charge['storage']>`case when free_days is not null then json_build_object('freeDays', free_days,
  'isPerPound', is_per_pound, 'maximum', maximum, 'noticeDays', notice_days) end`

const columns = [
  'id',
  'name',
  'charge_kind as kind',
  'price',
  'minimum',
  'is_per_hundred as isPerHundred',
  'is_automatic as isAutomatic',
  'shipping_method as shippingMethod',
  'tariff_ids as tariffIds',
  'value_from as valueFrom',
  'asks_reason as asksReason',
  storage.as('storage'),
  'is_active as isActive',
  'version',
] as const

const living = (db: Db) => db.selectFrom('charges').select(columns).where('deleted_at', 'is', null)

/** Lists charges by name. docs/product/charges.md, "Catalogue". */
export function listCharges(db: Db, withInactive: boolean): Promise<Charge[]> {
  const rows = living(db).orderBy(sql`lower(name)`)
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

const holdActiveRows = prepare((db, _: Record<string, never>) =>
  living(db).where('is_active', '=', true).orderBy(sql`lower(name)`).forShare(),
)

/** The active charges, held so that none is changed or deleted before this transaction ends. */
export const holdActiveCharges = (db: Db): Promise<Charge[]> => holdActiveRows(db, {})

async function lockCharge(db: Db, id: string): Promise<Charge> {
  const charge = await living(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!charge) throw new AppError('not_found')
  return charge
}

/** Says whether an invoice has a charge, or it waits on a package for one. */
async function isUsed(db: Db, id: string): Promise<boolean> {
  const { isUsed: isFound } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from invoice_charges c where c.charge_id = ${id})
        or exists (select from package_charges w where w.charge_id = ${id} and w.deleted_at is null)`.as('isUsed'),
    )
    .executeTakeFirstOrThrow()
  return isFound
}

const toValues = (draft: ChargeDraft) => ({
  name: draft.name,
  charge_kind: draft.kind,
  price: draft.price,
  minimum: draft.minimum,
  is_per_hundred: draft.isPerHundred,
  is_automatic: draft.isAutomatic,
  shipping_method: draft.shippingMethod,
  tariff_ids: draft.tariffIds,
  value_from: draft.valueFrom,
  asks_reason: draft.asksReason,
  free_days: draft.storage?.freeDays ?? null,
  is_per_pound: draft.storage?.isPerPound ?? false,
  maximum: draft.storage?.maximum ?? null,
  notice_days: draft.storage?.noticeDays ?? null,
  is_active: draft.isActive,
})

/** Throws `reference_not_found` for a tariff that the company does not have. */
async function checkTariffs(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('tariffs')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  if (found.length < ids.length) throw fieldError('reference_not_found', 'tariffIds')
}

/** Adds a charge. docs/product/charges.md, "Catalogue". */
export async function createCharge(db: Db, draft: ChargeDraft): Promise<Charge> {
  await checkTariffs(db, draft.tariffIds)
  return await db.insertInto('charges').values(toValues(draft)).returning(columns).executeTakeFirstOrThrow()
}

/**
 * Changes a charge. Throws `stale`, and `charge_kind_fixed` where an invoice has it and it would be counted in another way: what was
 * invoiced under its name stays comparable.
 */
export async function updateCharge(db: Db, id: string, draft: ChargeDraft): Promise<Charge> {
  const current = await lockCharge(db, id)
  requireVersion(draft, current)
  if (draft.kind !== current.kind && (await isUsed(db, id))) throw fieldError('charge_kind_fixed', 'kind')
  const added = draft.tariffIds.filter((tariffId) => !current.tariffIds.includes(tariffId))
  await checkTariffs(db, added)
  return await db
    .updateTable('charges')
    .set(toValues(draft))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes a charge that no invoice has. Throws `charge_in_use`. */
export async function removeCharge(db: Db, id: string): Promise<null> {
  await lockCharge(db, id)
  if (await isUsed(db, id)) throw new AppError('charge_in_use')
  await softDelete(db, 'charges', id)
  return null
}
