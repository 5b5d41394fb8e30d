import type { Status, StatusDraft } from '@casillero/shared/contract/statuses'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import {
  clearFinalStatus,
  clearStatusRole,
  getStatus,
  insertStatus,
  listStatuses,
  placeStatuses,
  updateStatusRow,
} from './queries.ts'

/** Puts an id at a position (counted from 1) among the others, whose order stays. */
function insertAt(others: Status[], id: string, position: number | null | undefined): string[] {
  const ids = others.map((status) => status.id)
  ids.splice((position ?? ids.length + 1) - 1, 0, id)
  return ids
}

async function takeMarks(db: Db, draft: StatusDraft, id: string | null): Promise<void> {
  if (draft.isFinalStatus) await clearFinalStatus(db, id)
  if (draft.role) await clearStatusRole(db, draft.role, id)
}

/**
 * Adds a status at its position, by default the last; the final mark and a role are taken from the status that had them.
 * docs/product/catalogues.md, "Statuses".
 */
export async function createStatus(db: Db, draft: StatusDraft): Promise<Status> {
  await lockCompany(db)
  const others = await listStatuses(db)
  await takeMarks(db, draft, null)
  const { id } = await insertStatus(db, draft, others.length + 1)
  await placeStatuses(db, insertAt(others, id, draft.orderPosition))
  return await getStatus(db, id)
}

/**
 * Renames or moves a status, makes it the final one or gives it a role. Throws `stale`, `final_status_required`.
 * docs/product/catalogues.md, "Statuses".
 */
export async function updateStatus(db: Db, id: string, draft: StatusDraft): Promise<Status> {
  await lockCompany(db)
  const current = await getStatus(db, id)
  requireVersion(draft, current)
  if (current.isFinalStatus && !draft.isFinalStatus) throw fieldError('final_status_required', 'isFinalStatus')
  await takeMarks(db, draft, id)
  await updateStatusRow(db, id, draft)
  const others = (await listStatuses(db)).filter((status) => status.id !== id)
  await placeStatuses(db, insertAt(others, id, draft.orderPosition ?? current.orderPosition))
  return await getStatus(db, id)
}
