import * as z from 'zod/mini'
import { auditedEntities } from '../domain/audited-entity.ts'
import { endpoint, listQuery, orderedBy, pageReply } from './endpoint.ts'
import { date, id, instant } from './schema.ts'

const values = z.nullable(z.record(z.string(), z.unknown()))

/** A write: its user, entity, time and changed values, as the database stores them. */
export const auditEntry = z.object({
  id,
  at: instant,
  userId: z.nullable(id),
  userName: z.string(),
  /** The company of a user who acted from another company, as the platform's operator does. */
  userCompany: z.nullable(z.string()),
  /** The company in which the user acted; given in the operator's own log. */
  targetCompany: z.nullable(z.string()),
  action: z.enum(['insert', 'update', 'delete']),
  /** An `AuditedEntity`; any other name is passed on too, because one unknown entry must not cost the reader the whole log. */
  entity: z.string(),
  entityId: id,
  label: z.string(),
  before: values,
  after: values,
  /** The invoice of a payment or of the entry itself, by its present number and client; the symbol is that of its currency. */
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
