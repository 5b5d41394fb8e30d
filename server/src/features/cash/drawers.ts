import type { CashDrawer, CashDrawerDraft } from '@casillero/shared/contract/cash'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

const columns = ['id', 'name', 'is_active as isActive', 'version'] as const

type Drawer = Omit<CashDrawer, 'openSession'>

const openSessions = (db: Db) =>
  db
    .selectFrom('cash_sessions as s')
    .innerJoin('users as u', 'u.id', 's.opened_by')
    .select([
      's.id',
      's.drawer_id as drawerId',
      's.company_session_id as companySessionId',
      's.opened_at as openedAt',
      'u.id as userId',
      'u.full_name as fullName',
    ])
    .where('s.closed_at', 'is', null)
    .execute()

function withSession(drawer: Drawer, sessions: Awaited<ReturnType<typeof openSessions>>): CashDrawer {
  const session = sessions.find(({ drawerId }) => drawerId === drawer.id)
  if (!session) return { ...drawer, openSession: null }
  const { id, companySessionId, openedAt, userId, fullName } = session
  return { ...drawer, openSession: { id, companySessionId, openedAt, openedBy: { id: userId, fullName } } }
}

export async function listDrawers(db: Db): Promise<CashDrawer[]> {
  const [drawers, sessions] = await Promise.all([
    db.selectFrom('cash_drawers').select(columns).orderBy('is_active', 'desc').orderBy('name').orderBy('id').execute(),
    openSessions(db),
  ])
  return drawers.map((drawer) => withSession(drawer, sessions))
}

export async function lockDrawer(db: Db, id: string): Promise<Drawer> {
  const drawer = await db.selectFrom('cash_drawers').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!drawer) throw new AppError('not_found')
  return drawer
}

export async function findOpenSession(db: Db, drawerId: string): Promise<{ id: string; number: number } | undefined> {
  return await db
    .selectFrom('cash_sessions')
    .select(['id', 'company_session_id as number'])
    .where('drawer_id', '=', drawerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

const toValues = (draft: CashDrawerDraft) => ({ name: draft.name, is_active: draft.isActive })

export async function createDrawer(db: Db, draft: CashDrawerDraft): Promise<CashDrawer> {
  const drawer = await db
    .insertInto('cash_drawers')
    .values(toValues(draft))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ...drawer, openSession: null }
}

async function refuseToRetire(db: Db, id: string): Promise<void> {
  const session = await findOpenSession(db, id)
  if (session) throw fieldError('cash_drawer_open', 'isActive', { number: session.number })
  const others = db.selectFrom('cash_drawers').select('id').where('is_active', '=', true).where('id', '!=', id)
  if (!(await others.limit(1).executeTakeFirst())) throw fieldError('last_cash_drawer', 'isActive')
}

/** Throws `stale`, `cash_drawer_open`, `last_cash_drawer`. */
export async function updateDrawer(db: Db, id: string, draft: CashDrawerDraft): Promise<CashDrawer> {
  // Two admins who each retire one of two drawers take turns.
  await lockCompany(db)
  const current = await lockDrawer(db, id)
  requireVersion(draft, current)
  if (current.isActive && !draft.isActive) await refuseToRetire(db, id)
  const drawer = await db
    .updateTable('cash_drawers')
    .set(toValues(draft))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return withSession(drawer, await openSessions(db))
}
