import type { Status, StatusDraft } from '@casillero/shared/contract/statuses'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

const columns = [
  'id',
  'name',
  'is_final_status as isFinalStatus',
  'order_position as orderPosition',
  'role',
  'template_id as templateId',
  'version',
] as const

export function listStatuses(db: Db): Promise<Status[]> {
  return db
    .selectFrom('statuses')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('order_position')
    .orderBy('id')
    .execute()
}

/**
 * Takes a share lock on a status that is to be assigned, so that it cannot be deleted meanwhile. Throws `reference_not_found`.
 */
export async function holdStatus(db: Db, id: string, field = 'statusId'): Promise<Status> {
  const status = await db
    .selectFrom('statuses')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!status) throw fieldError('reference_not_found', field)
  return status
}

/** Finds a status, deleted or not, because histories name it. */
export function findStatus(db: Db, id: string): Promise<Status | undefined> {
  return db.selectFrom('statuses').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Gets a status that is not deleted. Throws `not_found`. */
export async function getStatus(db: Db, id: string): Promise<Status> {
  const status = await db
    .selectFrom('statuses')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!status) throw new AppError('not_found')
  return status
}

/** Locks a status, so that no package enters it before this transaction ends. */
export async function lockStatus(db: Db, id: string): Promise<void> {
  await db.selectFrom('statuses').select('id').where('id', '=', id).forUpdate().execute()
}

export function insertStatus(db: Db, draft: StatusDraft, orderPosition: number): Promise<{ id: string }> {
  return db
    .insertInto('statuses')
    .values({
      name: draft.name,
      order_position: orderPosition,
      is_final_status: draft.isFinalStatus,
      role: draft.role,
      template_id: draft.templateId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function updateStatusRow(db: Db, id: string, draft: StatusDraft): Promise<void> {
  await db
    .updateTable('statuses')
    .set({
      name: draft.name,
      is_final_status: draft.isFinalStatus,
      role: draft.role,
      ...(draft.templateId === undefined ? {} : { template_id: draft.templateId }),
    })
    .where('id', '=', id)
    .execute()
}

/** Numbers the statuses 1, 2, 3 … in the order of the ids; only those that move are updated. */
export async function placeStatuses(db: Db, ids: string[]): Promise<void> {
  await sql`
    update statuses s set order_position = ordered.place
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where s.id = ordered.id and s.order_position <> ordered.place`.execute(db)
}

export async function clearFinalStatus(db: Db, exceptId: string | null): Promise<void> {
  await db
    .updateTable('statuses')
    .set({ is_final_status: false })
    .where('is_final_status', '=', true)
    .where('deleted_at', 'is', null)
    .$if(exceptId !== null, (rows) => rows.where('id', '!=', exceptId ?? ''))
    .execute()
}

export async function clearStatusRole(
  db: Db,
  role: NonNullable<Status['role']>,
  exceptId: string | null,
): Promise<void> {
  await db
    .updateTable('statuses')
    .set({ role: null })
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .$if(exceptId !== null, (rows) => rows.where('id', '!=', exceptId ?? ''))
    .execute()
}

export async function isStatusInUse(db: Db, id: string): Promise<boolean> {
  const used = await db
    .selectFrom('packages')
    .select('id')
    .where('status_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
