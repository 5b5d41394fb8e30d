import type { ListView, ListViewDraft } from '@casillero/shared/contract/list-views'
import { requireVersion, softDelete } from '../../platform/database/catalogue.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { countViews, insertView, lockView, updateViewRow } from './queries.ts'

/** A list shows six; the others are in a menu. */
const most = 30

/** Only admins make, change and delete shared views. */
function refuseSharing({ isShared }: { isShared: boolean }, { userType }: Session): void {
  if (isShared && userType !== 'admin') throw new AppError('forbidden')
}

async function requireRoom(db: Db, { list, isShared }: ListViewDraft): Promise<void> {
  if ((await countViews(db, list, isShared)) >= most) throw new AppError('too_many_views', { values: { most } })
}

/** Throws `forbidden`, `too_many_views`. docs/product/lists-and-forms.md, "Views". */
export async function createView(db: Db, draft: ListViewDraft, session: Session): Promise<ListView> {
  refuseSharing(draft, session)
  await requireRoom(db, draft)
  return await insertView(db, draft)
}

/** Throws `not_found` for another user's view, `stale`, and what `createView` throws. */
export async function updateView(db: Db, id: string, draft: ListViewDraft, session: Session): Promise<ListView> {
  const current = await lockView(db, id)
  refuseSharing(current, session)
  refuseSharing(draft, session)
  requireVersion(draft, current)
  if (draft.list !== current.list || draft.isShared !== current.isShared) await requireRoom(db, draft)
  return await updateViewRow(db, id, draft)
}

/** Throws `not_found` for another user's view, `forbidden`. */
export async function removeView(db: Db, id: string, session: Session): Promise<null> {
  refuseSharing(await lockView(db, id), session)
  await softDelete(db, 'list_views', id)
  return null
}
