import { dashboardEndpoints } from '@casillero/shared/contract/dashboard'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { readCharts } from './read-charts.ts'
import { readFigures } from './read-figures.ts'

export const dashboardRoutes: Route[] = [
  serveReading(dashboardEndpoints.figures, async (db) => ({ data: await readFigures(db) })),
  serveReading(dashboardEndpoints.charts, async (db) => ({ data: await readCharts(db) }), { isLong: true }),
]
