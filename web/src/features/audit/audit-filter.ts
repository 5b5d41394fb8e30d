import { type AuditedEntity, auditedEntities } from '@casillero/shared/domain/audited-entity'
import { readChoice, readDay, readId } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'

/** Which entries of the log are asked for. */
export type AuditFilter = {
  entity: AuditedEntity | undefined
  userId: string | undefined
  from: string | undefined
  to: string | undefined
}

export const readFilter = (value: ListState['value']): AuditFilter => ({
  entity: readChoice(auditedEntities, value('entity')),
  userId: readId(value('userId')),
  from: readDay(value('from')),
  to: readDay(value('to')),
})
