import type { Template } from '@casillero/shared/contract/templates'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const content = sql<string>`coalesce(custom_content, default_content)`

export const templateColumns = [
  'id',
  'key',
  'title',
  content.as('content'),
  'default_content as defaultContent',
  'custom_content as customContent',
  sql<boolean>`custom_content is not null`.as('isCustomized'),
  'version',
] as const

export function listTemplates(db: Db): Promise<Template[]> {
  return db.selectFrom('templates').select(templateColumns).orderBy('position').execute()
}
