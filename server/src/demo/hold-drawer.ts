import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { closeSession, countCash } from '../features/cash/close-session.ts'
import { listDrawers } from '../features/cash/drawers.ts'
import { moveCash } from '../features/cash/move-cash.ts'
import { openSession } from '../features/cash/open-session.ts'
import { getSession } from '../features/cash/session-view.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { type BusinessCalendar, closing, opening } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import type { Deed } from './write-history.ts'

const days = 30
const float = { cordobas: 2000, dollars: 50 }

/** The count at the end of a day: mostly what is expected, now and then a coin or a note less or more. */
function planSlip(day: number): { cordobas: number; note: string } | undefined {
  if (day % 11 === -5) return { cordobas: -20, note: 'Vuelto mal dado a mediodía' }
  if (day % 13 === -8) return { cordobas: 5, note: 'Un cliente no quiso esperar su vuelto' }
  return undefined
}

/**
 * The sessions of the drawer, one for each day of work: opened with the float, emptied to the bank, counted and closed. The last one is
 * open still, at whatever hour the history ends.
 */
export function sessionDeeds(calendar: BusinessCalendar, { dollars, cordobas }: Counter): Deed[] {
  const openDays = Array.from({ length: days }, (_, index) => index - days + 1).filter(calendar.isOpen)
  const last = openDays.findLast((day) => calendar.at(day, opening) <= calendar.now)
  return openDays.flatMap((day): Deed[] => {
    let id: string | undefined
    const open = async (db: Db, session: Session) => {
      const [drawer] = await listDrawers(db)
      if (!drawer) throw new Error('A company was opened without its drawer')
      const amounts = [
        { currencyId: cordobas.id, amount: float.cordobas },
        { currencyId: dollars.id, amount: float.dollars },
      ]
      id = (await openSession(db, { drawerId: drawer.id, opening: amounts }, session)).id
    }
    const change = async (db: Db, session: Session) => {
      if (id === undefined || day % 4 !== 0) return
      const draft = { direction: 'in' as const, currencyId: cordobas.id, amount: 500, otherDrawerId: null }
      await moveCash(db, id, { ...draft, reason: 'Sencillo del banco' }, session)
    }
    const deposit = async (db: Db, session: Session) => {
      if (id === undefined) return
      const { balances } = await getSession(db, id, true)
      for (const { currencyId, expected } of balances ?? []) {
        const [kept, note] = currencyId === cordobas.id ? [float.cordobas, 500] : [float.dollars, 20]
        const amount = Math.floor((expected - kept) / note) * note
        const draft = { direction: 'out' as const, currencyId, amount, otherDrawerId: null }
        if (amount > 0) await moveCash(db, id, { ...draft, reason: `Depósito BAC ${88_213 + day}` }, session)
      }
    }
    const close = async (db: Db, session: Session) => {
      if (id === undefined) return
      const { balances } = await getSession(db, id, true)
      const slip = planSlip(day)
      const counts = (balances ?? []).map(({ currencyId, expected }) => ({
        currencyId,
        amount: toWire(sum([exact(expected), exact(currencyId === cordobas.id ? (slip?.cordobas ?? 0) : 0)])),
      }))
      await countCash(db, id, counts, session)
      await closeSession(db, id, { counts, note: slip?.note ?? null }, session)
    }
    const morning = [
      { at: calendar.at(day, opening), by: 'clerk' as const, run: open },
      { at: calendar.at(day, opening + 130), by: 'clerk' as const, run: change },
    ]
    const evening = [
      { at: calendar.at(day, closing - 30), by: 'clerk' as const, run: deposit },
      { at: calendar.at(day, closing + 20), by: 'clerk' as const, run: close },
    ]
    return [...morning, ...(day === last ? [] : evening)].filter(({ at }) => at <= calendar.now)
  })
}
