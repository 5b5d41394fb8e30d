import type { ListView, ListViewDraft, ViewedList } from '@casillero/shared/contract/list-views'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

const columns = ['id', 'list', 'name', 'query', 'is_shared as isShared', 'version'] as const
const isOwn = sql<boolean>`user_id = current_user_id()`.as('isOwn')

/** Own views and shared ones. */
const visible = (db: Db) =>
  db
    .selectFrom('list_views')
    .select([...columns, isOwn])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(is_shared or user_id = current_user_id())`)

/** docs/product/lists-and-forms.md, "Views". */
export const listViews = (db: Db, list: ViewedList): Promise<ListView[]> =>
  visible(db)
    .where('list', '=', list)
    .orderBy(sql`is_shared or user_id <> current_user_id()`)
    .orderBy('name')
    .orderBy('id')
    .execute()

export async function lockView(db: Db, id: string): Promise<ListView> {
  const view = await visible(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!view) throw new AppError('not_found')
  return view
}

const toValues = ({ list, name, query, isShared }: ListViewDraft) => ({ list, name, query, is_shared: isShared })

export const insertView = (db: Db, draft: ListViewDraft): Promise<ListView> =>
  db
    .insertInto('list_views')
    .values(toValues(draft))
    .returning([...columns, isOwn])
    .executeTakeFirstOrThrow()

export const updateViewRow = (db: Db, id: string, draft: ListViewDraft): Promise<ListView> =>
  db
    .updateTable('list_views')
    .set(toValues(draft))
    .where('id', '=', id)
    .returning([...columns, isOwn])
    .executeTakeFirstOrThrow()

/** Counts the user's own views, or the shared ones. */
export async function countViews(db: Db, list: ViewedList, isShared: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('list_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('list', '=', list)
    .where('deleted_at', 'is', null)
    .where('is_shared', '=', isShared)
    .where(sql<boolean>`(is_shared or user_id = current_user_id())`)
    .executeTakeFirstOrThrow()
  return count
}
