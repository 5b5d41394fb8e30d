import * as z from 'zod/mini'

export const auditedEntities = [
  'companies',
  'users',
  'sessions',
  'statuses',
  'currencies',
  'shipping_methods',
  'tariffs',
  'clients',
  'packages',
  'invoices',
  'invoice_payments',
  'templates',
  'messages',
  'whatsapp_sessions',
] as const
export const auditedEntity = z.enum(auditedEntities, { error: 'Elija qué ver' })
export type AuditedEntity = z.infer<typeof auditedEntity>
