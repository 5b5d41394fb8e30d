import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { paperFormat } from './invoices.ts'

export const cashPaperEndpoints = {
  session: endpoint({
    method: 'GET',
    path: '/api/cash-sessions/:id/document',
    who: 'cash.read',
    summary: 'One session as a paper; of an open one without what is expected',
    params: oneRow,
    query: z.object({ format: z._default(paperFormat, 'letter') }),
    file: 'application/pdf',
  }),
}
