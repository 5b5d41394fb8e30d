import type { CashMovementDraft, CashSession } from '@casillero/shared/contract/cash'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { findOpenSession } from './drawers.ts'
import { findSession, type HeldSession, holdSession, requireOpen } from './hold-session.ts'
import { getSession } from './session-view.ts'

/** Locks in the order of ids, so that two transfers never deadlock. */
async function holdBoth(db: Db, id: string, otherDrawerId: string): Promise<[own: HeldSession, other: HeldSession]> {
  const [named, other] = await Promise.all([findSession(db, id), findOpenSession(db, otherDrawerId)])
  requireOpen(named)
  if (!other || other.id === id) throw fieldError('cash_drawer_closed', 'otherDrawerId')
  if (id < other.id) {
    const own = await holdSession(db, id)
    return [own, await holdSession(db, other.id)]
  }
  const held = await holdSession(db, other.id)
  return [await holdSession(db, id), held]
}

/** A transfer also writes the other drawer's half. Throws `cash_drawer_closed` if that has no open session. */
export async function moveCash(db: Db, id: string, draft: CashMovementDraft, caller: Session): Promise<CashSession> {
  const [own, other] =
    draft.otherDrawerId === null ? [await holdSession(db, id)] : await holdBoth(db, id, draft.otherDrawerId)
  const [currency] = await holdCurrencies(db, [draft.currencyId])
  if (!currency) throw fieldError('reference_not_found', 'currencyId')
  const values = {
    currency_id: currency.id,
    currency_code: currency.code,
    currency_name: currency.name,
    currency_symbol: currency.symbol,
    amount: draft.amount,
    reason: draft.reason,
  }
  const ids = { own: uuidv7(), other: uuidv7() }
  const ownHalf = {
    ...values,
    id: ids.own,
    session_id: own.id,
    direction: draft.direction,
    counterpart_id: other ? ids.other : null,
  }
  const otherHalf = other && {
    ...values,
    id: ids.other,
    session_id: other.id,
    direction: draft.direction === 'in' ? ('out' as const) : ('in' as const),
    counterpart_id: ids.own,
  }
  await db
    .insertInto('cash_movements')
    .values(otherHalf ? [ownHalf, otherHalf] : [ownHalf])
    .execute()
  return await getSession(db, id, caller.userType === 'admin')
}
