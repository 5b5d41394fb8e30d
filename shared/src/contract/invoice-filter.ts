import * as z from 'zod/mini'
import { createdBetween, flag } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { id } from './schema.ts'

/** The filters of a list of invoices; all of them hold at once. */
export const invoiceFilter = {
  status: z.optional(invoiceStatus),
  clientId: z.optional(id),
  includeVoided: z.optional(flag),
  ...createdBetween,
  currencyId: z.optional(id),
  /** With or without a debt. */
  debt: z.optional(flag),
  createdBy: z.optional(id),
}
