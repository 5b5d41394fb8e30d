import { type Charge, type ChargeDraft, chargeCatalogue } from '@casillero/shared/contract/charges'
import { sql } from 'kysely'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

const storage = sql<Charge['storage']>`case when free_days is not null then json_build_object('freeDays', free_days,
  'isPerPound', is_per_pound, 'maximum', maximum, 'noticeDays', notice_days) end`

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

/** An invoiced charge keeps its way of counting, so that invoices stay comparable. docs/product/charges.md, "Catalogue". */
export const charges = createCatalogue(chargeCatalogue, {
  read: { kind: sql<Charge['kind']>`charge_kind`, storage },
  write: toValues,
  beforeSave: async (db, draft: ChargeDraft, current: Charge | undefined) => {
    if (current && draft.kind !== current.kind && (await isUsed(db, current.id)))
      throw fieldError('charge_kind_fixed', 'kind')
    await checkTariffs(
      db,
      draft.tariffIds.filter((id) => !current?.tariffIds.includes(id)),
    )
    return draft
  },
  beforeRemove: async (db, { id }) => {
    if (await isUsed(db, id)) throw new AppError('charge_in_use')
  },
})

const { living } = charges

/** docs/product/charges.md, "Catalogue". */
export function listCharges(db: Db, withInactive: boolean): Promise<Charge[]> {
  const rows = living(db).orderBy(sql`lower(name)`)
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

const holdActiveRows = prepare((db, _: Record<string, never>) =>
  living(db).where('is_active', '=', true).orderBy(sql`lower(name)`).forShare(),
)

export const holdActiveCharges = (db: Db): Promise<Charge[]> => holdActiveRows(db, {})

async function isUsed(db: Db, id: string): Promise<boolean> {
  const { isUsed: isFound } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from invoice_charges c where c.charge_id = ${id})
        or exists (select from package_charges w where w.charge_id = ${id} and w.deleted_at is null)`.as('isUsed'),
    )
    .executeTakeFirstOrThrow()
  return isFound
}

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
