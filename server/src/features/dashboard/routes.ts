import { dashboardEndpoints } from '@casillero/shared/contract/dashboard'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { readCharts } from './read-charts.ts'
import { readFigures } from './read-figures.ts'

export const dashboardRoutes: Route[] = [
  serveReading(dashboardEndpoints.figures, (db) => readFigures(db)),
  serveReading(dashboardEndpoints.charts, (db) => readCharts(db), { isLong: true }),
]
