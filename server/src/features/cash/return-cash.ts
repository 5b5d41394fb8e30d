import { v7 as uuidv7 } from 'uuid'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdSession } from './hold-session.ts'

type Currency = { currencyId: string; code: string; name: string; symbol: string }

/** `sessionId`: where the cash was taken or given. */
export type CashRow = {
  rowId: string
  direction: 'in' | 'out'
  amount: number
  currency: Currency
  sessionId: string | null
  /** In an open session the row stops counting, instead of being returned. */
  fallsAway: boolean
}

/** `through`: the session, null for none; `isMoved`: carried by a movement. */
export type CashLine = CashRow & { through: string | null; isMoved: boolean }

export type CashPlan = { lines: CashLine[]; open: ReadonlySet<string> }

/** Locks until the transaction ends, and returns the open ones. */
async function holdOpenOnes(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const held = await db
    .selectFrom('cash_sessions')
    .select(['id', 'closed_at as closedAt'])
    .where('id', '=', matchAny(ids))
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(held.filter(({ closedAt }) => closedAt === null).map(({ id }) => id))
}

/** docs/product/cash.md, "Reversing a payment". */
async function holdSessionForReturn(db: Db, id: string | null, caller: Session): Promise<string | null> {
  if (id !== null) return (await holdSession(db, id)).id
  const open = await db
    .selectFrom('cash_sessions')
    .select(['id', 'opened_by as openedBy'])
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const own = open.filter(({ openedBy }) => openedBy === caller.userId)
  const [only, ...others] = open.length > 1 ? own : open
  if (only !== undefined && others.length === 0) return only.id
  if (open.length > 0) throw new AppError('cash_session_choice')
  const company = await db.selectFrom('companies').select('requires_cash_session as isRequired').executeTakeFirst()
  if (company?.isRequired) throw new AppError('cash_session_required')
  return null
}

/**
 * Uses the row's own session while open, else that of `holdSessionForReturn`.
 * @param sessionIds sessions of rows that move no cash, locked too
 */
export async function planCash(
  db: Db,
  rows: readonly CashRow[],
  sessionIds: readonly (string | null)[],
  named: string | null,
  caller: Session,
): Promise<CashPlan> {
  const ids = [...rows.map(({ sessionId }) => sessionId), ...sessionIds].flatMap((id) => id ?? [])
  const open = await holdOpenOnes(db, [...new Set(ids)])
  const findOwnSession = ({ sessionId }: CashRow) => (sessionId !== null && open.has(sessionId) ? sessionId : null)
  // A named session is checked even if it is not needed.
  const isNeeded = named !== null || rows.some((row) => findOwnSession(row) === null)
  const target = isNeeded ? await holdSessionForReturn(db, named, caller) : null
  const lines = rows.map((row): CashLine => {
    const through = findOwnSession(row) ?? target
    return { ...row, through, isMoved: through !== null && !(row.fallsAway && findOwnSession(row) !== null) }
  })
  return { lines, open }
}

export async function findDrawerNames(db: Db, sessionIds: string[]): Promise<ReadonlyMap<string, string>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cash_sessions as s')
    .innerJoin('cash_drawers as d', 'd.id', 's.drawer_id')
    .select(['s.id', 'd.name'])
    .where('s.id', '=', matchAny(sessionIds))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Maps each row to the movement that returns it. */
export async function insertReturns(
  db: Db,
  lines: readonly CashLine[],
  reason: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = lines.flatMap((line) =>
    line.isMoved && line.through !== null ? [{ ...line, id: uuidv7(), session_id: line.through }] : [],
  )
  if (rows.length > 0) {
    await db
      .insertInto('cash_movements')
      .values(
        rows.map(({ id, session_id, currency, direction, amount }) => ({
          id,
          session_id,
          direction,
          currency_id: currency.currencyId,
          currency_code: currency.code,
          currency_name: currency.name,
          currency_symbol: currency.symbol,
          amount,
          reason,
        })),
      )
      .execute()
  }
  return new Map(rows.map(({ rowId, id }) => [rowId, id]))
}
