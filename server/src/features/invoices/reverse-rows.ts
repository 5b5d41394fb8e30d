import { cashGivenBack, changeTakenBack } from '@casillero/shared/domain/reversal'
import type { Db, Session } from '../../platform/database/database.ts'
import { holdOpenOnes, holdSessionForReturn, insertReturns, type ReturnedCash } from '../cash/return-cash.ts'
import { type Fallen, type FallenRow, type Origin, writeReversal } from './reversal-rows.ts'

/** Why payments are taken back, what the bank calls the money, and the session that cash leaves. */
export type TakingBack = { reason: string; reference: string | null; cashSessionId: string | null }

const currencyOf = ({ currencyId, code, name, symbol }: FallenRow) => ({ currencyId, code, name, symbol })

/** The cash of these rows that lies in no open session, and has to go through one now. */
function returnsOf({ payments, changes }: Fallen, open: ReadonlySet<string>): ReturnedCash[] {
  const isElsewhere = ({ sessionId }: FallenRow) => sessionId === null || !open.has(sessionId)
  const given = payments.filter((row) => row.method === 'cash' && !row.isPart && isElsewhere(row))
  const taken = changes.filter((row) => row.kind === 'cash' && isElsewhere(row))
  return [
    ...given.map((row) => ({ ...cashGivenBack({ total: row.amount }), rowId: row.id, currency: currencyOf(row) })),
    ...taken.flatMap((row) => {
      const back = changeTakenBack({ handed: row.handed })
      return back ? [{ ...back, rowId: row.id, currency: currencyOf(row) }] : []
    }),
  ]
}

const maxReason = 200

/**
 * Marks payments and change as reversed, and moves the cash that lies in no open session. Gives a function that says where the
 * cash of a row lies from now on: its own session where that is open, else the one that the cash went through, or null. Throws what
 * `holdSessionForReturn` throws.
 * docs/product/cash.md, "Reversing a payment".
 */
export async function reverseRows(
  db: Db,
  origin: Origin,
  fallen: Fallen,
  how: TakingBack,
  caller: Session,
): Promise<(row: FallenRow | undefined) => string | null> {
  const rows = [...fallen.payments, ...fallen.changes]
  const open = await holdOpenOnes(db, [...new Set(rows.flatMap(({ sessionId }) => sessionId ?? []))])
  const returns = returnsOf(fallen, open)
  // A session that is named is checked, whether it is needed or not.
  const isNeeded = returns.length > 0 || how.cashSessionId !== null
  const target = isNeeded ? await holdSessionForReturn(db, how.cashSessionId, caller) : null
  const reason = `Reversión, ${origin.name}: ${how.reason}`.slice(0, maxReason)
  const moved = target === null ? new Map<string, string>() : await insertReturns(db, target, returns, reason)
  await writeReversal(db, origin, fallen, { open, moved, ...how }, caller)
  return (row) => (row && row.sessionId !== null && open.has(row.sessionId) ? row.sessionId : target)
}
