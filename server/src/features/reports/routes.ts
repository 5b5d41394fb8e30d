import { reportEndpoints } from '@casillero/shared/contract/reports'
import { reports } from '@casillero/shared/domain/report-names'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { requireMoney } from '../dashboard/money-right.ts'
import { readMargins } from './read-margins.ts'
import { readReport } from './read-report.ts'

export const reportRoutes: Route[] = [
  serveReading(reportEndpoints.get, async (db, { params: { name }, query }) => {
    const seen = reports[name]
    // The right is asked for first: of a report that is refused nothing is computed.
    if (seen !== 'all') await requireMoney(db, seen)
    return { data: name === 'shipments-margin' ? await readMargins(db, query) : await readReport(db, name, query) }
  }),
]
