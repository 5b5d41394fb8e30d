import { type AuditedEntity, auditedEntity } from '@casillero/shared/contract/audited-entity'
import { date, id } from '@casillero/shared/contract/schema'
import { parseChoice } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'

/** Which entries of the log are asked for. */
export type AuditFilter = {
  entity: AuditedEntity | undefined
  userId: string | undefined
  from: string | undefined
  to: string | undefined
}

export const readFilter = (value: ListState['value']): AuditFilter => ({
  entity: parseChoice(auditedEntity, value('entity')),
  userId: parseChoice(id, value('userId')),
  from: parseChoice(date, value('from')),
  to: parseChoice(date, value('to')),
})
