import { labelEndpoints } from '@casillero/shared/contract/labels'
import { type Route, serveFile } from '../../platform/http/endpoint.ts'
import { getLabelsPaper } from './labels-paper.ts'

export const labelRoutes: Route[] = [serveFile(labelEndpoints.labels, (db, { query }) => getLabelsPaper(db, query))]
