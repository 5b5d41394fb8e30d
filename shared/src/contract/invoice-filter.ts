import * as z from 'zod/mini'
import { createdBetween, flag } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { id } from './schema.ts'

export const invoiceFilter = {
  status: z.optional(invoiceStatus),
  clientId: z.optional(id),
  includeVoided: z.optional(flag),
  ...createdBetween,
  currencyId: z.optional(id),
  debt: z.optional(flag),
  createdBy: z.optional(id),
}
