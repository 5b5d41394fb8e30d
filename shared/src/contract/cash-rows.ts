import * as z from 'zod/mini'
import { paymentMethod, reversal } from './payments.ts'
import { id, instant } from './schema.ts'

export const person = z.object({ id, fullName: z.string() })
export const currencyOfRow = { currencyId: id, code: z.string(), name: z.string(), symbol: z.string() }

const paymentRow = {
  id,
  createdAt: instant,
  createdBy: person,
  method: paymentMethod,
  reference: z.nullable(z.string()),
  total: z.number(),
  ...currencyOfRow,
  reversal: z.nullable(reversal),
}

const changeRow = {
  id,
  createdAt: instant,
  amount: z.number(),
  handed: z.number(),
  rounding: z.number(),
  ...currencyOfRow,
}

export const sessionPayment = z.object({
  ...paymentRow,
  invoice: z.object({ id, companyInvoiceId: z.number(), clientName: z.string() }),
})

export const sessionChange = z.object({ ...changeRow, invoiceId: id })

export const collectedPayment = z.object({
  ...paymentRow,
  collection: z.object({ id, companyCollectionId: z.number(), clientName: z.string() }),
  isCounted: z.boolean(),
})

export const collectedChange = z.object({ ...changeRow, collectionId: id, isCounted: z.boolean() })
