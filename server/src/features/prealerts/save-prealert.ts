import type { Prealert, PrealertDraft } from '@casillero/shared/contract/prealerts'
import { searchText } from '@casillero/shared/domain/search-text'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { findPrealert, getPrealert } from './prealert-view.ts'

type Announced = Pick<PrealertDraft, 'tracking' | 'store' | 'description' | 'declaredValue' | 'expectedOn'>

/** Converts what a client announces to columns; its number is the one that people know. */
export function toColumns({ tracking: typed, store, description, declaredValue, expectedOn }: Announced) {
  const { tracking } = readTracking(typed)
  const named = { tracking, store, description }
  const search_text = searchText(tracking, store, description)
  return { ...named, declared_value: declaredValue, expected_on: expectedOn, search_text }
}

/** Throws `prealert_exists` where another living pre-alert has the number. */
async function requireFree(db: Db, typed: string, exceptId?: string): Promise<void> {
  const taken = await findPrealert(db, readTracking(typed).tracking)
  if (taken && taken.id !== exceptId) throw fieldError('prealert_exists', 'tracking', { client: taken.client.name })
}

/** Notes a purchase that a client announces. Throws `prealert_exists`. docs/product/prealerts.md, "Announcing". */
export async function createPrealert(db: Db, draft: PrealertDraft): Promise<Prealert> {
  await holdOwner(db, draft.clientId)
  await requireFree(db, draft.tracking)
  const { id } = await db
    .insertInto('prealerts')
    .values({ client_id: draft.clientId, claim_note: draft.claimNote, ...toColumns(draft) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return await getPrealert(db, id)
}

/** Locks a pre-alert that is still expected. Throws `not_found`, also for a cancelled one, and `prealert_arrived`. */
export async function lockExpected(db: Db, id: string): Promise<Prealert> {
  await db.selectFrom('prealerts').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const current = await getPrealert(db, id)
  if (current.state === 'cancelled') throw new AppError('not_found')
  if (current.package) {
    throw new AppError('prealert_arrived', { values: { number: current.package.companyPackageId } })
  }
  return current
}

/** Changes a pre-alert that is still expected. Throws `stale`, `prealert_exists`, and what `lockExpected` throws. */
export async function updatePrealert(db: Db, id: string, draft: PrealertDraft): Promise<Prealert> {
  const current = await lockExpected(db, id)
  requireVersion(draft, current)
  if (draft.clientId !== current.client.id) await holdOwner(db, draft.clientId)
  await requireFree(db, draft.tracking, id)
  await db
    .updateTable('prealerts')
    .set({
      client_id: draft.clientId,
      claim_note: draft.claimNote,
      ...toColumns(draft),
      updated_at: sql`app_now()`,
    })
    .where('id', '=', id)
    .execute()
  return await getPrealert(db, id)
}

/** Cancels a pre-alert that is still expected; its number can be announced again. Throws what `lockExpected` throws. */
export async function cancelPrealert(db: Db, id: string): Promise<null> {
  await lockExpected(db, id)
  await db
    .updateTable('prealerts')
    .set({ cancelled_at: sql`app_now()`, updated_at: sql`app_now()` })
    .where('id', '=', id)
    .execute()
  return null
}
