import { exportEndpoints } from '@casillero/shared/contract/exports'
import { type Route, serveStream } from '../../platform/http/endpoint.ts'
import { refuseQueue } from '../messages/refuse-queue.ts'
import { requireReport } from '../reports/require-report.ts'
import { exportClients } from './export-clients.ts'
import { exportCompany } from './export-company.ts'
import { exportHandovers, exportSessions, exportWaiting } from './export-counter.ts'
import { exportDispatches, exportInvoiceShipments } from './export-dispatches.ts'
import { exportInvoices } from './export-invoices.ts'
import { exportConsignments, exportTariffs, exportUsers } from './export-lists.ts'
import { exportLog, exportMessages } from './export-log.ts'
import { exportPackages } from './export-packages.ts'
import { exportReport } from './export-report.ts'
import { startExport } from './log-export.ts'

export const exportRoutes: Route[] = [
  serveStream(exportEndpoints.packages, async (db, { query }) =>
    startExport(db, { list: 'packages', format: query.format, query, parts: [await exportPackages(db, query)] }),
  ),
  serveStream(exportEndpoints.clients, (db, { query }) =>
    startExport(db, { list: 'clients', format: query.format, query, parts: [exportClients(db, query)] }),
  ),
  serveStream(exportEndpoints.invoices, async (db, { query }) =>
    startExport(db, { list: 'invoices', format: query.format, query, parts: [await exportInvoices(db, query)] }),
  ),
  serveStream(exportEndpoints.users, (db, { query }) =>
    startExport(db, { list: 'users', format: query.format, query, parts: [exportUsers(db, query)] }),
  ),
  serveStream(exportEndpoints.tariffs, async (db, { query }) =>
    startExport(db, { list: 'tariffs', format: query.format, query, parts: [await exportTariffs(db, query)] }),
  ),
  serveStream(
    exportEndpoints.messages,
    (db, { query }) =>
      startExport(db, { list: 'messages', format: query.format, query, parts: [exportMessages(db, query)] }),
    async (_, { query }, session) => refuseQueue(query, session),
  ),
  serveStream(exportEndpoints.audit, (db, { query }) =>
    startExport(db, { list: 'audit', format: query.format, query, parts: [exportLog(db, query)] }),
  ),
  serveStream(exportEndpoints.shipments, (db, { query }) =>
    startExport(db, { list: 'shipments', format: query.format, query, parts: [exportConsignments(db, query)] }),
  ),
  serveStream(exportEndpoints.waiting, (db, { query }) =>
    startExport(db, { list: 'waiting', format: query.format, query, parts: [exportWaiting(db, query)] }),
  ),
  serveStream(exportEndpoints.invoiceShipments, (db, { query }) =>
    startExport(db, {
      list: 'invoice_shipments',
      format: query.format,
      query,
      parts: [exportInvoiceShipments(db, query)],
    }),
  ),
  serveStream(exportEndpoints.dispatches, (db, { query }) =>
    startExport(db, { list: 'dispatches', format: query.format, query, parts: [exportDispatches(db, query)] }),
  ),
  serveStream(exportEndpoints.handovers, (db, { query }) =>
    startExport(db, { list: 'handovers', format: query.format, query, parts: [exportHandovers(db, query)] }),
  ),
  serveStream(exportEndpoints.sessions, (db, { query }) =>
    startExport(db, { list: 'cash_sessions', format: query.format, query, parts: [exportSessions(db, query)] }),
  ),
  serveStream(
    exportEndpoints.report,
    async (db, { params, query }) => {
      const { file, part } = await exportReport(db, { params, query })
      const criteria = { report: params.name, ...query }
      return await startExport(db, { list: 'report', format: query.format, file, query: criteria, parts: [part] })
    },
    (db, { params }) => requireReport(db, params.name),
  ),
  serveStream(exportEndpoints.company, async (db) =>
    startExport(db, { list: 'company', format: 'zip', query: {}, parts: await exportCompany(db) }),
  ),
]
