import { debtEndpoints } from '@casillero/shared/contract/debts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { notifyReminder } from '../messages/notify-reminder.ts'
import { listDebtors, listDebtTotals } from './queries.ts'

export const debtRoutes: Route[] = [
  serveReading(debtEndpoints.list, (db, { query }) => listDebtors(db, query)),
  serveReading(debtEndpoints.totals, async (db) => ({ data: await listDebtTotals(db) })),
  serve(debtEndpoints.remind, async (db, { params }) => ({ data: await notifyReminder(db, params.id) })),
]
