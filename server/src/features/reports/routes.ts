import { reportEndpoints } from '@casillero/shared/contract/reports'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { isAboutAnswers, readAnswers } from './read-answers.ts'
import { readMargins } from './read-margins.ts'
import { readReport } from './read-report.ts'
import { requireReport } from './require-report.ts'

export const reportRoutes: Route[] = [
  serveReading(
    reportEndpoints.get,
    async (db, { params: { name }, query }) => {
      // Computes nothing of a refused report.
      await requireReport(db, name)
      if (name === 'shipments-margin') return await readMargins(db, query)
      return isAboutAnswers(name) ? await readAnswers(db, name, query) : await readReport(db, name, query)
    },
    { isLong: true },
  ),
]
