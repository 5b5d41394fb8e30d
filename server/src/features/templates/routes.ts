import { templateEndpoints } from '@casillero/shared/contract/templates'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listTemplates } from './queries.ts'
import { updateTemplate } from './update-template.ts'

export const templateRoutes: Route[] = [
  serveReading(templateEndpoints.list, (db) => listTemplates(db)),
  serve(templateEndpoints.update, (db, { params, body }) => updateTemplate(db, params.id, body)),
]
