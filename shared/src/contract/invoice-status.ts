import * as z from 'zod/mini'

export const invoiceStatus = z.enum(['pending', 'paid', 'cancelled'])
export type InvoiceStatus = z.infer<typeof invoiceStatus>
