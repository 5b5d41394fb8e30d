import { type Status, type StatusDraft, statusCatalogue } from '@casillero/shared/contract/statuses'
import { sql } from 'kysely'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

/**
 * A new status comes last unless placed. The final mark and a role are taken from the status that had them.
 * docs/product/catalogues.md, "Statuses".
 */
export const statuses = createCatalogue(statusCatalogue, {
  takeTurn: lockCompany,
  changesWhileHeld: true,
  beforeSave: async (db, draft: StatusDraft, current: Status | undefined) => {
    if (current?.isFinalStatus && !draft.isFinalStatus) throw fieldError('final_status_required', 'isFinalStatus')
    if (draft.isFinalStatus) await clearFinalStatus(db, current?.id ?? null)
    if (draft.role) await clearRole(db, draft.role, current?.id ?? null)
    return { ...draft, orderPosition: current?.orderPosition ?? (await listStatuses(db)).length + 1 }
  },
  afterSave: async (db, id, { orderPosition }, current) => {
    const ids = (await listStatuses(db)).flatMap((status) => (status.id === id ? [] : [status.id]))
    ids.splice((orderPosition ?? current?.orderPosition ?? ids.length + 1) - 1, 0, id)
    await placeStatuses(db, ids)
  },
  beforeRemove: async (db, { id, role, isFinalStatus }) => {
    if (await isStatusInUse(db, id)) throw new AppError('status_in_use')
    if (role) throw new AppError('status_has_role')
    if (isFinalStatus) throw new AppError('final_status_required')
  },
  afterRemove: async (db) => {
    const left = await listStatuses(db)
    await placeStatuses(
      db,
      left.map(({ id }) => id),
    )
  },
})

export function listStatuses(db: Db): Promise<Status[]> {
  return statuses.living(db).orderBy('order_position').orderBy('id').execute()
}

/** Locks it against deletion. Throws `reference_not_found`. */
export async function holdStatus(db: Db, id: string, field = 'statusId'): Promise<Status> {
  const status = await statuses.living(db).where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!status) throw fieldError('reference_not_found', field)
  return status
}

/** Includes deleted ones, because histories name them. */
export function findStatus(db: Db, id: string): Promise<Status | undefined> {
  return statuses.all(db).where('id', '=', id).executeTakeFirst()
}

/** Updates only those that move. */
async function placeStatuses(db: Db, ids: string[]): Promise<void> {
  await sql`
    update statuses s set order_position = ordered.place
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where s.id = ordered.id and s.order_position <> ordered.place`.execute(db)
}

async function clearFinalStatus(db: Db, exceptId: string | null): Promise<void> {
  await sql`update statuses set is_final_status = false
    where is_final_status and deleted_at is null and id is distinct from ${exceptId}`.execute(db)
}

async function clearRole(db: Db, role: NonNullable<Status['role']>, exceptId: string | null): Promise<void> {
  await sql`update statuses set role = null
    where role = ${role} and deleted_at is null and id is distinct from ${exceptId}`.execute(db)
}

async function isStatusInUse(db: Db, id: string): Promise<boolean> {
  const used = await db
    .selectFrom('packages')
    .select('id')
    .where('status_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
