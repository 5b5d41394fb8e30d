import { reportEndpoints } from '@casillero/shared/contract/reports'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { chooseReport } from './choose-report.ts'
import { requireReport } from './require-report.ts'

export const reportRoutes: Route[] = [
  serveReading(
    reportEndpoints.get,
    async (db, { params: { name }, query }) => {
      // Computes nothing of a refused report.
      await requireReport(db, name)
      return await chooseReport(name).read(db, query)
    },
    { isLong: true },
  ),
]
