import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'

const manifestFormat = z.enum(['pdf', 'xlsx'], { error: 'Elija PDF o Excel' })
export type ManifestFormat = z.infer<typeof manifestFormat>

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const consignmentPaperEndpoints = {
  manifest: endpoint({
    method: 'GET',
    path: '/api/shipments/:id/manifest',
    who: 'consignments.read',
    summary: 'What travels in a consignment as a paper, a letter or a sheet for Excel',
    params: oneRow,
    query: z.object({ format: z._default(manifestFormat, 'pdf') }),
    file: 'application/pdf',
    otherFile: sheetType,
  }),
  arrivalSheet: endpoint({
    method: 'GET',
    path: '/api/shipments/:id/arrival-sheet',
    who: 'consignments.read',
    summary: 'The packages of a consignment by mailbox, to tick off on arrival',
    params: oneRow,
    file: 'application/pdf',
  }),
  reconciliationSheet: endpoint({
    method: 'GET',
    path: '/api/shipments/:id/reconciliation-sheet',
    who: 'consignments.close',
    summary: 'The reconciliation of a consignment as a sheet for Excel',
    params: oneRow,
    file: sheetType,
  }),
}
