import type { ManifestFormat } from '@casillero/shared/contract/consignment-papers'
import type { Consignment, ConsignmentState } from '@casillero/shared/contract/consignments'
import { formatDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import { type ReportColumn, type ReportFacts, type ReportPaper, reportHeading } from '../papers/report-facts.ts'
import type { SheetPaper } from '../papers/sheet-facts.ts'
import { getConsignment } from './consignment-view.ts'

type ConsignedLine = {
  number: string
  casillero: string
  name: string
  tracking: string
  contents: string
  weight: number | null
  arrivalWeight: number | null
  state: 'waiting' | 'seen' | 'extra' | 'lost'
}

const text = (value: string | null) => value ?? ''

/** docs/product/shipments.md, "Papers". */
async function listLines(db: Db, id: string): Promise<ConsignedLine[]> {
  const rows = await db
    .selectFrom('consignment_packages as l')
    // Finds each package by its id, as in `getConsignment`.
    .innerJoinLateral(
      (each) =>
        each.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'l.package_id').offset(sql.lit(0)).as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .select([
      'p.company_package_id as companyPackageId',
      'c.casillero',
      sql<string | null>`nullif(concat_ws(' ', c.first_name, c.last_names), '')`.as('clientName'),
      'p.client_package_name as clientPackageName',
      sql<string | null>`coalesce(p.tracking, p.warehouse_tracking)`.as('tracking'),
      sql<string | null>`coalesce(p.contents, p.description)`.as('contents'),
      sql<number | null>`coalesce(l.sent_weight, p.weight)`.as('weight'),
      'l.arrival_weight as arrivalWeight',
      sql<ConsignedLine['state']>`case when l.is_extra then 'extra' when l.seen_at is not null then 'seen'
        when l.lost_at is not null then 'lost' else 'waiting' end`.as('state'),
    ])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .orderBy(sql`c.casillero nulls last`)
    .orderBy('p.company_package_id')
    .execute()
  return rows.map(({ companyPackageId, casillero, clientName, clientPackageName, tracking, contents, ...rest }) => ({
    ...rest,
    number: `#${companyPackageId}`,
    casillero: text(casillero),
    name: clientName ?? text(clientPackageName),
    tracking: text(tracking),
    contents: text(contents),
  }))
}

export const methods = { maritimo: 'Marítimo', aereo: 'Aéreo' }
const states: Record<ConsignmentState, string> = {
  open: 'Abierto',
  in_transit: 'En tránsito',
  received: 'Recibido',
  closed: 'Cerrado',
}

const day = (date: string | null): string => (date === null ? '' : formatDate(date))
const pounds = (weight: number | null): string => (weight === null ? '' : weight.toFixed(2))

async function findContent(db: Db, id: string) {
  const [consignment, lines, company, logo, made] = await Promise.all([
    getConsignment(db, id),
    listLines(db, id),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
    db.selectFrom('consignments').select('created_at as createdAt').where('id', '=', id).executeTakeFirst(),
  ])
  if (!made) throw new AppError('not_found')
  return { consignment, lines, company, logo: logo ?? null, createdAt: made.createdAt }
}

type Content = Awaited<ReturnType<typeof findContent>>

const listFacts = (consignment: Consignment): [label: string, value: string][] => {
  const { guide, carrier, departsAt, expectedAt, arrivedAt, packageCount, weight, clientCount, note } = consignment
  const all: [label: string, value: string][] = [
    ['Guía', guide ?? ''],
    ['Agente', carrier ?? ''],
    ['Sale', day(departsAt)],
    ['Se espera', day(expectedAt)],
    ['Llegó', day(arrivedAt)],
    ['Paquetes', String(packageCount)],
    ['Libras', pounds(weight)],
    ['Clientes', String(clientCount)],
    ['Nota', note ?? ''],
  ]
  return all.filter(([, value]) => value !== '')
}

type Paper = {
  kind: string
  title: string
  columns: readonly ReportColumn[]
  cellsOf: (line: ConsignedLine, index: number) => string[]
  remark: string
}

function buildPaper({ consignment, lines, company, logo, createdAt }: Content, paper: Paper): ReportPaper {
  const { kind, title, columns, cellsOf, remark } = paper
  const number = `#${consignment.companyShipmentId}`
  const report: ReportFacts = {
    title: `${kind} del embarque ${number}`,
    kind,
    number,
    status: states[consignment.state],
    mark: '',
    about: [`Embarque ${number} · ${methods[consignment.shippingMethod]}`],
    facts: listFacts(consignment),
    sections: [
      {
        title,
        columns,
        rows: lines.map((line, index) => ({
          cells: cellsOf(line, index),
          slip: { label: line.number, value: pounds(line.weight) },
        })),
      },
    ],
    remark,
  }
  return { format: 'letter', report, heading: reportHeading(company), logo, createdAt }
}

const manifest: Paper = {
  kind: 'Manifiesto',
  title: 'Paquetes',
  columns: [
    { head: 'N.º', width: 34, isNumber: true },
    { head: 'Paquete', width: 56 },
    { head: 'Casillero', width: 68 },
    { head: 'Cliente', width: 118 },
    { head: 'Tracking', width: 124 },
    { head: 'Contenido', width: 88 },
    { head: 'lbs', width: 44, isNumber: true },
  ],
  cellsOf: (line, index) => [
    String(index + 1),
    line.number,
    line.casillero,
    line.name,
    line.tracking,
    line.contents,
    pounds(line.weight),
  ],
  remark: '',
}

const marks: Record<ConsignedLine['state'], string> = { waiting: '□', seen: '✓', extra: '✓ sobrante', lost: 'perdido' }

const arrivalSheet: Paper = {
  kind: 'Hoja de llegada',
  title: 'Por casillero',
  columns: [
    { head: 'Visto', width: 56 },
    { head: 'Casillero', width: 76 },
    { head: 'Cliente', width: 150 },
    { head: 'Paquete', width: 56 },
    { head: 'Tracking', width: 104 },
    { head: 'lbs', width: 44, isNumber: true },
    { head: 'Al llegar', width: 46, isNumber: true },
  ],
  cellsOf: (line) => [
    marks[line.state],
    line.casillero || 'Sin cliente',
    line.name,
    line.number,
    line.tracking,
    pounds(line.weight),
    pounds(line.arrivalWeight) || '______',
  ],
  remark: 'Revisó: ______________________________   Fecha: ____________________',
}

function buildSheet({ consignment, lines, company }: Content): SheetPaper {
  const title = `Manifiesto del embarque #${consignment.companyShipmentId}`
  return {
    sheet: {
      name: 'Manifiesto',
      above: [
        [company.name],
        [title],
        ['Método', methods[consignment.shippingMethod]],
        ...listFacts(consignment).map((fact) => [...fact]),
      ],
      columns: [
        { head: 'N.º', width: 6 },
        { head: 'Paquete', width: 10 },
        { head: 'Casillero', width: 12 },
        { head: 'Cliente', width: 34 },
        { head: 'Tracking', width: 30 },
        { head: 'Contenido', width: 30 },
        { head: 'Libras', width: 10 },
        { head: 'Libras al llegar', width: 14 },
      ],
      rows: lines.map((line, index) => [
        { whole: index + 1 },
        line.number,
        line.casillero,
        line.name,
        line.tracking,
        line.contents,
        line.weight,
        line.arrivalWeight,
      ]),
    },
  }
}

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** docs/product/shipments.md, "Papers". */
export async function getManifest(db: Db, id: string, format: ManifestFormat): Promise<FileOrder> {
  const content = await findContent(db, id)
  const name = `Manifiesto-${content.consignment.companyShipmentId}`
  return format === 'xlsx'
    ? { fileName: `${name}.xlsx`, drawing: buildSheet(content), type: sheetType }
    : { fileName: `${name}.pdf`, drawing: buildPaper(content, manifest) }
}

/** docs/product/shipments.md, "Papers". */
export async function getArrivalSheet(db: Db, id: string): Promise<FileOrder> {
  const content = await findContent(db, id)
  return {
    fileName: `Llegada-${content.consignment.companyShipmentId}.pdf`,
    drawing: buildPaper(content, arrivalSheet),
  }
}
