import type { Status } from '@casillero/shared/contract/statuses'
import type { Db } from '../../platform/database.ts'
import { fieldError } from '../../platform/errors.ts'

const columns = [
  'id',
  'name',
  'is_final_status as isFinalStatus',
  'order_position as orderPosition',
  'role',
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

/** A living status to assign, held so that it cannot be deleted before this transaction ends. Throws `reference_not_found`. */
export async function holdStatus(db: Db, id: string): Promise<Status> {
  const status = await db
    .selectFrom('statuses')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!status) throw fieldError('reference_not_found', 'statusId')
  return status
}

/** A status that something has, deleted or not; its name stands in histories. */
export function findStatus(db: Db, id: string): Promise<Status | undefined> {
  return db.selectFrom('statuses').select(columns).where('id', '=', id).executeTakeFirst()
}
