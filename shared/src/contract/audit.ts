import * as z from 'zod/mini'
import { auditedEntities } from '../domain/audited-entity.ts'
import { endpoint, listQuery, orderedBy, pageReply } from './endpoint.ts'
import { date, id, instant } from './schema.ts'

const values = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.object({
  id,
  at: instant,
  userId: z.nullable(id),
  userName: z.string(),
  /** Set if the user acted from another company, as the operator does. */
  userCompany: z.nullable(z.string()),
  /** Only in the operator's own log. */
  targetCompany: z.nullable(z.string()),
  action: z.enum(['insert', 'update', 'delete']),
  /** An `AuditedEntity` or any other name, so that an unknown one does not break the whole log. */
  entity: z.string(),
  entityId: id,
  label: z.string(),
  before: values,
  after: values,
  /** The invoice's current number and client. */
  invoice: z.nullable(z.object({ number: z.number(), client: z.string(), currencySymbol: z.string() })),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    who: 'audit.read',
    summary: 'Who did what and when in the own company, newest first',
    query: z.object({
      page: listQuery.page,
      limit: listQuery.limit,
      entity: z.optional(z.enum(auditedEntities, { error: 'Elija qué ver' })),
      userId: z.optional(id),
      from: z.optional(date),
      to: z.optional(date),
      sort: orderedBy('at'),
    }),
    reply: pageReply(auditEntry),
  }),
}
