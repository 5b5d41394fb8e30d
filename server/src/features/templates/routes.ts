import { type Template, type TemplateDraft, templateEndpoints } from '@casillero/shared/contract/templates'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listTemplates, templateColumns } from './queries.ts'

export const templateRoutes: Route[] = [
  serveReading(templateEndpoints.list, (db) => listTemplates(db)),
  serve(templateEndpoints.update, (db, { params, body }) => updateTemplate(db, params.id, body)),
]

/** Null, or a text equal to the default, restores the default. Throws `not_found`, `stale`. */
async function updateTemplate(db: Db, id: string, draft: TemplateDraft): Promise<Template> {
  const current = await db
    .selectFrom('templates')
    .select(['version', 'default_content as defaultContent'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!current) throw new AppError('not_found')
  requireVersion(draft, current)
  const isDefault = draft.customContent === current.defaultContent
  return await db
    .updateTable('templates')
    .set({ custom_content: isDefault ? null : draft.customContent })
    .where('id', '=', id)
    .returning(templateColumns)
    .executeTakeFirstOrThrow()
}
