import * as z from 'zod/mini'
import { auditEndpoints } from './audit.ts'
import { cashEndpoints } from './cash.ts'
import { clientEndpoints } from './clients.ts'
import { consignmentEndpoints } from './consignment-calls.ts'
import { dispatchEndpoints } from './dispatches.ts'
import { endpoint } from './endpoint.ts'
import { handoverEndpoints } from './handovers.ts'
import { invoiceEndpoints } from './invoices.ts'
import { messageEndpoints } from './messages.ts'
import { packageEndpoints } from './packages.ts'
import { reportEndpoints } from './reports.ts'
import { tariffCatalogue } from './tariffs.ts'
import { userEndpoints } from './users.ts'
import { waitingEndpoints } from './waiting.ts'

const format = z.enum(['xlsx', 'csv'], { error: 'Elija Excel o CSV' })
const pages = { page: true, limit: true } as const
const files = {
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  otherFile: 'text/csv',
  // Not for programs, which read lists page by page.
  personal: true,
} as const

export const packageExport = endpoint({
  method: 'GET',
  path: '/api/packages/export',
  who: 'lists.export',
  summary: 'All packages that the list shows with this query, as a file',
  query: z.extend(z.omit(packageEndpoints.list.query, pages), { format }),
  ...files,
})

export const clientExport = endpoint({
  method: 'GET',
  path: '/api/client/export',
  who: 'lists.export',
  summary: 'All clients that the list shows with this query, as a file',
  query: z.extend(z.omit(clientEndpoints.list.query, pages), { format }),
  ...files,
})

export const invoiceExport = endpoint({
  method: 'GET',
  path: '/api/invoices/export',
  who: 'lists.export',
  summary: 'All invoices that the list shows with this query, as a file',
  query: z.extend(z.omit(invoiceEndpoints.list.query, pages), { format }),
  ...files,
})

export const exportEndpoints = {
  packages: packageExport,
  clients: clientExport,
  invoices: invoiceExport,
  users: endpoint({
    method: 'GET',
    path: '/api/users/export',
    who: 'users.manage',
    summary: 'All users that the list shows with this query, as a file',
    query: z.extend(z.omit(userEndpoints.list.query, pages), { format }),
    ...files,
  }),
  tariffs: endpoint({
    method: 'GET',
    path: '/api/tariffs/export',
    who: 'lists.export',
    summary: 'All tariffs that the list shows with this query, as a file',
    query: z.extend(z.omit(tariffCatalogue.calls.list.query, pages), { format }),
    ...files,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/messages/export',
    who: 'lists.export',
    summary: 'All messages that the list shows with this query, as a file; the queue for admins',
    query: z.extend(z.omit(messageEndpoints.list.query, pages), { format }),
    ...files,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    who: 'audit.read',
    summary: 'All entries of the log that the list shows with this query, as a file',
    query: z.extend(z.omit(auditEndpoints.list.query, pages), { format }),
    ...files,
  }),
  shipments: endpoint({
    method: 'GET',
    path: '/api/shipments/export',
    who: 'lists.export',
    summary: 'All consignments that the list shows with this query, as a file',
    query: z.extend(z.omit(consignmentEndpoints.list.query, pages), { format }),
    ...files,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/waiting/export',
    who: 'lists.export',
    summary: 'All clients whose packages wait to be picked up, as their list shows them, as a file',
    query: z.extend(z.omit(waitingEndpoints.list.query, pages), { format }),
    ...files,
  }),
  invoiceShipments: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments/export',
    who: 'lists.export',
    summary: 'All shipments of invoices that the list shows with this query, as a file',
    query: z.extend(z.omit(dispatchEndpoints.shipments.query, pages), { format }),
    ...files,
  }),
  dispatches: endpoint({
    method: 'GET',
    path: '/api/dispatches/export',
    who: 'lists.export',
    summary: 'All dispatches that the list shows with this query, as a file',
    query: z.extend(z.omit(dispatchEndpoints.list.query, pages), { format }),
    ...files,
  }),
  handovers: endpoint({
    method: 'GET',
    path: '/api/handovers/export',
    who: 'lists.export',
    summary: 'All hand-overs that the list shows with this query, as a file',
    query: z.extend(z.omit(handoverEndpoints.list.query, pages), { format }),
    ...files,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/cash-sessions/export',
    who: 'lists.export',
    summary: 'All sessions that the list shows with this query, a row for each currency, as a file',
    query: z.extend(z.omit(cashEndpoints.sessions.query, pages), { format }),
    ...files,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/reports/:name/export',
    who: 'lists.export',
    summary: 'All rows of a report with this query, as a file; of money for those who may see it',
    params: reportEndpoints.get.params,
    query: z.extend(reportEndpoints.get.query, { format }),
    ...files,
  }),
  company: endpoint({
    method: 'GET',
    path: '/api/company/export',
    who: 'company.export',
    summary: 'Everything of the company as a ZIP of CSVs, and one that describes their columns',
    personal: true,
    file: 'application/zip',
  }),
}
