import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { paperFormat } from './invoices.ts'

const query = z.object({ format: z._default(paperFormat, 'letter') })

export const receiptEndpoints = {
  payment: endpoint({
    method: 'GET',
    path: '/api/payments/:id/document',
    who: 'invoices.read',
    summary: 'The receipt of one payment, a letter or a ticket of 80 mm',
    params: oneRow,
    query,
    file: 'application/pdf',
  }),
  collection: endpoint({
    method: 'GET',
    path: '/api/collections/:id/document',
    who: 'invoices.read',
    summary: 'The one receipt of a collection, a letter or a ticket of 80 mm',
    params: oneRow,
    query,
    file: 'application/pdf',
  }),
}
