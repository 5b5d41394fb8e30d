import type { CashAmount, CashSession, CashSessionRow, ClosingDraft } from '@casillero/shared/contract/cash'
import { cashDifference, needsExplanation } from '@casillero/shared/domain/cash-session'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listActiveCurrencies } from '../currencies/queries.ts'
import { lockSession } from './hold-session.ts'
import { balancesOfRows, getSession, readSessionRows, type SessionRows } from './session-view.ts'

type Balance = CashSessionRow['balances'][number]

const uncounted = (symbol: string) => new AppError('invalid', { fields: { counts: `Falta contar ${symbol}` } })

/** Every currency of the session must be counted; others may be. */
async function compare(db: Db, rows: SessionRows, counts: readonly CashAmount[]): Promise<Balance[]> {
  const balances = balancesOfRows(rows)
  const currencies = await listActiveCurrencies(db)
  const others = counts.flatMap(({ currencyId }, index): Balance[] => {
    if (balances.some((balance) => balance.currencyId === currencyId)) return []
    const currency = currencies.find(({ id }) => id === currencyId)
    if (!currency) throw new AppError('invalid', { fields: { [`counts.${index}.currencyId`]: 'Elija una moneda' } })
    const { code, name, symbol } = currency
    const nothing = { opening: 0, cash: 0, change: 0, rounding: 0, in: 0, out: 0, expected: 0 }
    return [{ currencyId, code, name, symbol, ...nothing, counted: null, difference: null }]
  })
  return [...balances, ...others].map((balance) => {
    const count = counts.find(({ currencyId }) => currencyId === balance.currencyId)
    if (!count) throw uncounted(balance.symbol)
    return { ...balance, counted: count.amount, difference: cashDifference(count.amount, balance.expected) }
  })
}

/** `keepCount` has stored the count before. */
export async function countCash(
  db: Db,
  id: string,
  counts: readonly CashAmount[],
  caller: Session,
): Promise<{ balances: Balance[] }> {
  await lockSession(db, id, caller)
  return { balances: await compare(db, await readSessionRows(db, id), counts) }
}

const explanationMissing = () => new AppError('invalid', { fields: { note: 'Explique la diferencia' } })

async function refuseUnexplained(db: Db, balances: readonly Balance[], note: string | null): Promise<void> {
  if (note !== null) return
  const currencies = await listActiveCurrencies(db)
  const isLarge = ({ currencyId, difference }: Balance) =>
    needsExplanation(difference ?? 0, currencies.find(({ id }) => id === currencyId)?.cashStep ?? 0)
  if (balances.some(isLarge)) throw explanationMissing()
}

async function writeBalance(db: Db, sessionId: string, balance: Balance): Promise<void> {
  const sums = {
    cash: balance.cash,
    change: balance.change,
    rounding: balance.rounding,
    put_in: balance.in,
    taken_out: balance.out,
    expected: balance.expected,
    counted: balance.counted,
    difference: balance.difference,
  }
  await db
    .insertInto('cash_session_balances')
    .values({
      session_id: sessionId,
      currency_id: balance.currencyId,
      currency_code: balance.code,
      currency_name: balance.name,
      currency_symbol: balance.symbol,
      opening: balance.opening,
      ...sums,
    })
    .onConflict((known) => known.columns(['company_id', 'session_id', 'currency_id']).doUpdateSet(sums))
    .execute()
}

/** docs/product/cash.md, "Closing". */
export async function closeSession(db: Db, id: string, draft: ClosingDraft, caller: Session): Promise<CashSession> {
  await lockSession(db, id, caller)
  const balances = await compare(db, await readSessionRows(db, id), draft.counts)
  await refuseUnexplained(db, balances, draft.note)
  for (const balance of balances) await writeBalance(db, id, balance)
  await db
    .updateTable('cash_sessions')
    .set({ closed_at: sql`app_now()`, closed_by: caller.userId, closing_note: draft.note })
    .where('id', '=', id)
    .execute()
  return await getSession(db, id, true)
}
