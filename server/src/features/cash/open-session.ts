import type { CashSession, OpeningDraft } from '@casillero/shared/contract/cash'
import { v7 as uuidv7 } from 'uuid'
import { selectTotalCount, takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { findOpenSession, lockDrawer } from './drawers.ts'
import { getSession } from './session-view.ts'

/** Two users who open it at once open it once. */
export async function openSession(db: Db, draft: OpeningDraft, caller: Session): Promise<CashSession> {
  const drawer = await lockDrawer(db, draft.drawerId)
  if (!drawer.isActive) throw fieldError('cash_drawer_inactive', 'drawerId')
  const open = await findOpenSession(db, drawer.id)
  if (open) throw new AppError('cash_drawer_open', { values: { number: open.number }, details: { sessionId: open.id } })
  const currencies = await holdCurrencies(
    db,
    draft.opening.map(({ currencyId }) => currencyId),
  )
  const balances = draft.opening.map(({ currencyId, amount }, index) => {
    const currency = currencies.find(({ id }) => id === currencyId)
    if (!currency) throw fieldError('reference_not_found', `opening.${index}.currencyId`)
    return {
      currency_id: currencyId,
      currency_code: currency.code,
      currency_name: currency.name,
      currency_symbol: currency.symbol,
      opening: amount,
    }
  })
  const id = uuidv7()
  await takeNumber(db, 'cash_session')
  await db
    .insertInto('cash_sessions')
    .values({ id, drawer_id: drawer.id, company_session_id: selectTotalCount('cash_session') })
    .execute()
  if (balances.length > 0) {
    await db
      .insertInto('cash_session_balances')
      .values(balances.map((balance) => ({ ...balance, session_id: id })))
      .execute()
  }
  return await getSession(db, id, caller.userType === 'admin')
}
