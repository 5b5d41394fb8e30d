import { reportEndpoints } from '@casillero/shared/contract/reports'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { readMargins } from './read-margins.ts'
import { readPromises } from './read-promises.ts'
import { readReport } from './read-report.ts'
import { requireReport } from './require-report.ts'

export const reportRoutes: Route[] = [
  serveReading(
    reportEndpoints.get,
    async (db, { params: { name }, query }) => {
      // Computes nothing of a refused report.
      await requireReport(db, name)
      if (name === 'promises') return await readPromises(db, query)
      return name === 'shipments-margin' ? await readMargins(db, query) : await readReport(db, name, query)
    },
    { isLong: true },
  ),
]
