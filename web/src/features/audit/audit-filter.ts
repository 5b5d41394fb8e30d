import { type AuditedEntity, auditedEntity } from '@casillero/shared/contract/audited-entity'
import { date, id } from '@casillero/shared/contract/schema'
import { accepted } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'

/** Which entries of the log are asked for. */
export type AuditFilter = {
  entity: AuditedEntity | undefined
  userId: string | undefined
  from: string | undefined
  to: string | undefined
}

export const readFilter = (value: ListState['value']): AuditFilter => ({
  entity: accepted(auditedEntity, value('entity')),
  userId: accepted(id, value('userId')),
  from: accepted(date, value('from')),
  to: accepted(date, value('to')),
})
