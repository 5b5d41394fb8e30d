import type { CashReturn } from '@casillero/shared/domain/reversal'
import { v7 as uuidv7 } from 'uuid'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdSession } from './hold-session.ts'

type Currency = { currencyId: string; code: string; name: string; symbol: string }

/** Cash of one row that goes through a drawer, with the id of the row that it comes from. */
export type ReturnedCash = CashReturn & { rowId: string; currency: Currency }

/** Holds sessions, open or closed, until the transaction ends, and gives those that are open. */
export async function holdOpenOnes(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const held = await db
    .selectFrom('cash_sessions')
    .select(['id', 'closed_at as closedAt'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(held.filter(({ closedAt }) => closedAt === null).map(({ id }) => id))
}

/**
 * The session that cash leaves because a payment is taken back: the named one, else the only open one, else the caller's own; null
 * where none is open. Throws `not_found`, `cash_session_closed` for a named one, `cash_session_choice` where several are open, and
 * `cash_session_required` where none is and the company asks for one.
 * docs/product/cash.md, "Reversing a payment".
 */
export async function holdSessionForReturn(db: Db, id: string | null, caller: Session): Promise<string | null> {
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

/** Writes the movements of cash that goes through a session because payments are taken back; gives each by its row. */
export async function insertReturns(
  db: Db,
  sessionId: string,
  returns: readonly ReturnedCash[],
  reason: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = returns.map(({ rowId, currency, direction, amount }) => ({
    id: uuidv7(),
    rowId,
    currency,
    direction,
    amount,
  }))
  if (rows.length > 0) {
    await db
      .insertInto('cash_movements')
      .values(
        rows.map(({ id, currency, direction, amount }) => ({
          id,
          session_id: sessionId,
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
