import { type AuditedEntity, auditedEntity } from '@casillero/shared/contract/audited-entity'
import { date, id } from '@casillero/shared/contract/schema'
import * as z from 'zod/mini'

/** Which entries of the log are asked for. */
export type AuditFilter = {
  entity: AuditedEntity | undefined
  userId: string | undefined
  from: string | undefined
  to: string | undefined
}

/** Reads the filter off the address; what the server would refuse counts as not chosen. */
export function readFilter(value: (key: string) => string | null): AuditFilter {
  const accepted = <T>(schema: z.ZodMiniType<T>, key: string) => z.safeParse(schema, value(key)).data
  return {
    entity: accepted(auditedEntity, 'entity'),
    userId: accepted(id, 'userId'),
    from: accepted(date, 'from'),
    to: accepted(date, 'to'),
  }
}
