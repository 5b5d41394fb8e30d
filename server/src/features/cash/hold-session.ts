import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'

const columns = [
  'id',
  'company_session_id as number',
  'drawer_id as drawerId',
  'opened_by as openedBy',
  'closed_at as closedAt',
] as const

export type HeldSession = { id: string; number: number; drawerId: string; openedBy: string; closedAt: string | null }

const sessions = (db: Db) => db.selectFrom('cash_sessions').select(columns)

const holdNamed = prepare((db, { id }: { id: string }) => sessions(db).where('id', '=', id).forShare())

/** Locks at most two open sessions. */
const holdOpen = prepare((db) =>
  db
    .with('open', (own) =>
      own
        .selectFrom('cash_sessions')
        .select(columns)
        .where('closed_at', 'is', null)
        .orderBy('id')
        .limit(sql.lit(2))
        .forShare(),
    )
    .selectFrom('companies')
    .leftJoin('open', (join) => join.onTrue())
    .select(['companies.requires_cash_session as isRequired', 'open.id']),
)

/** Takes no lock. */
export function findSession(db: Db, id: string): Promise<HeldSession | undefined> {
  return sessions(db).where('id', '=', id).executeTakeFirst()
}

/** Throws `not_found`, `cash_session_closed`. */
export function requireOpen(session: HeldSession | undefined): HeldSession {
  if (!session) throw new AppError('not_found')
  if (session.closedAt) throw new AppError('cash_session_closed', { values: { number: session.number } })
  return session
}

/** Locks until the transaction ends. Throws `not_found`, `cash_session_closed`. */
export async function holdSession(db: Db, id: string): Promise<HeldSession> {
  return requireOpen((await holdNamed(db, { id }))[0])
}

/** docs/product/cash.md, "Sessions". */
export async function holdSessionForPayment(
  db: Db,
  id: string | null,
): Promise<{ sessionId: string | null; isRequired: boolean }> {
  if (id !== null) return { sessionId: (await holdSession(db, id)).id, isRequired: false }
  const open = await holdOpen(db, {})
  const [first] = open
  return { sessionId: open.length === 1 ? (first?.id ?? null) : null, isRequired: first?.isRequired ?? false }
}

/** Allows admins and the user who opened it. Throws `not_found`, `cash_session_closed`, `forbidden`. */
export async function lockSession(db: Db, id: string, caller: Session): Promise<HeldSession> {
  const session = requireOpen(await sessions(db).where('id', '=', id).forUpdate().executeTakeFirst())
  if (caller.userType !== 'admin' && session.openedBy !== caller.userId) throw new AppError('forbidden')
  return session
}
