import { debtEndpoints } from '@casillero/shared/contract/debts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { seesMoney } from '../dashboard/money-right.ts'
import { notifyReminder } from '../messages/notify/notify-reminder.ts'
import { listDebtors, listDebtTotals } from './queries.ts'

export const debtRoutes: Route[] = [
  serveReading(debtEndpoints.list, (db, { query }) => listDebtors(db, query)),
  serveReading(debtEndpoints.totals, async (db) => {
    // Both queries travel in one round trip.
    const [isSeen, totals] = await Promise.all([seesMoney(db), listDebtTotals(db)])
    return isSeen ? totals : null
  }),
  serve(debtEndpoints.remind, (db, { params }) => notifyReminder(db, params.id)),
]
