import { type clientExport, exportEndpoints } from '@casillero/shared/contract/exports'
import { type ExportedList, exportedNames } from '@casillero/shared/domain/exported-list'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { openHits } from '../../platform/database/filter.ts'
import { type Input, type Route, type StreamOrder, type StreamPart, serveStream } from '../../platform/http/endpoint.ts'
import { matchingClients } from '../clients/queries.ts'
import { refuseQueue } from '../messages/queue/refuse-queue.ts'
import { requireReport } from '../reports/require-report.ts'
import { type Column, instant, number, partByIds, text, yesNo } from './columns.ts'
import type { FileFormat } from './export-column.ts'
import { exportCompany } from './export-company.ts'
import { exportHandovers, exportSessions, exportWaiting } from './export-counter.ts'
import { exportDispatches, exportInvoiceShipments } from './export-dispatches.ts'
import { exportInvoices } from './export-invoices.ts'
import { exportConsignments, exportTariffs, exportUsers } from './export-lists.ts'
import { exportLog, exportMessages } from './export-log.ts'
import { exportPackages } from './export-packages.ts'
import { exportReport } from './export-report.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const satisfies Record<FileFormat, string>

type Exported = {
  list: ExportedList
  format: FileFormat
  file?: string
  query: Record<string, unknown>
  parts: readonly StreamPart[]
}

/** Logs the outcome when the export has ended. docs/product/exports.md, "In the log". */
async function startExport(db: Db, { list, format, file, query, parts }: Exported): Promise<StreamOrder> {
  const { format: _, ...criteria } = query
  const { id, day } = await db
    .insertInto('exports')
    .values({ list, format, criteria: JSON.stringify(criteria) })
    .returning(['id', sql<string>`app_today()::text`.as('day')])
    .executeTakeFirstOrThrow()
  return {
    fileName: `${file ?? `${exportedNames[list].file}-${day}`}.${format}`,
    type: types[format],
    format,
    parts,
    ended: async (after, outcome, rows) => {
      await after.updateTable('exports').set({ outcome, row_count: rows }).where('id', '=', id).execute()
    },
  }
}

const columns: readonly Column[] = [
  text('Casillero', 12, sql`c.casillero`),
  text('Nombre', 18, sql`c.first_name`),
  text('Segundo nombre', 16, sql`c.middle_name`),
  text('Apellidos', 22, sql`c.last_names`),
  text('Teléfono', 16, sql`c.phone`),
  text('Segundo teléfono', 16, sql`c.second_phone`),
  text('Correo', 28, sql`c.email`),
  text('Cédula', 18, sql`c.cedula`),
  text('Dirección', 34, sql`c.address`),
  text('Ciudad', 16, sql`c.city`),
  text('Departamento', 16, sql`c.department`),
  text('Tarifa marítima', 18, sql`m.name`),
  text('Tarifa aérea', 18, sql`a.name`),
  number('Crédito US$', 12, sql`c.credit_limit`),
  yesNo('Acepta mensajes', 16, sql`c.messages_allowed`),
  text('Casilleros anteriores', 20, sql`array_to_string(c.former_casilleros, ' ')`),
  instant('Creado', 17, sql`c.created_at`),
  text('Id', 38, sql`c.id`),
]

const joined = sql`
  cross join lateral (select * from clients where id = hit.id limit 1) c
  left join lateral (select name from tariffs where id = c.default_tariff_maritimo_id limit 1) m on true
  left join lateral (select name from tariffs where id = c.default_tariff_aereo_id limit 1) a on true`

export const exportClients = (db: Db, { format: _, ...query }: Input<typeof clientExport>['query']): StreamPart =>
  partByIds(db, 'Clientes', columns, { open: openHits(matchingClients(query)), joined })

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
    (db, { query }, session) =>
      startExport(db, {
        list: 'messages',
        format: query.format,
        query,
        parts: [exportMessages(db, refuseQueue(query, session))],
      }),
    async (_, { query }, session) => {
      refuseQueue(query, session)
    },
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
