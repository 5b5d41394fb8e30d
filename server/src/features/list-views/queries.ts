import {
  type ListView,
  type ListViewDraft,
  listViewCatalogue,
  type ViewedList,
} from '@casillero/shared/contract/list-views'
import { sql } from 'kysely'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** A list shows six; the others are in a menu. */
const most = 30

/** Shows own views and shared ones; only admins make, change and delete the shared. docs/product/lists-and-forms.md, "Views". */
export const views = createCatalogue(listViewCatalogue, {
  read: { isOwn: sql<boolean>`user_id = current_user_id()` },
  visible: sql`(is_shared or user_id = current_user_id())`,
  authorize: ({ isShared }: ListView | ListViewDraft, { userType }: Session) => {
    if (isShared && userType !== 'admin') throw new AppError('forbidden')
  },
  beforeSave: async (db, draft: ListViewDraft, current: ListView | undefined) => {
    const { list, isShared } = draft
    const stays = list === current?.list && isShared === current.isShared
    if (!stays && (await countViews(db, list, isShared)) >= most) {
      throw new AppError('too_many_views', { values: { most } })
    }
    return draft
  },
})

export const listViews = (db: Db, list: ViewedList): Promise<ListView[]> =>
  views
    .living(db)
    .where('list', '=', list)
    .orderBy(sql`is_shared or user_id <> current_user_id()`)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Counts the user's own views, or the shared ones. */
async function countViews(db: Db, list: ViewedList, isShared: boolean): Promise<number> {
  const { count } = await views
    .living(db)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .where('list', '=', list)
    .where('is_shared', '=', isShared)
    .executeTakeFirstOrThrow()
  return count
}
