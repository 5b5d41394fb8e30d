import type { CourierPackage } from '@casillero/shared/contract/packages'
import { businessDate, formatDate } from '@casillero/shared/domain/business-date'
import { isTyped, mayWait } from '@casillero/shared/domain/charges'
import { type ImportKind, importLabel, importNames } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { listCharges } from '../charges/queries.ts'
import { listActiveCurrencies } from '../currencies/queries.ts'
import { listPackages } from '../packages/queries.ts'
import type { SheetPaper } from '../papers/sheet-facts.ts'
import { listStatuses } from '../statuses/queries.ts'
import { getLoad } from './queries.ts'

const widths = { least: 10, most: 40 }
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const measureWidth = (head: string, cells: readonly string[]): number =>
  Math.min(widths.most, Math.max(widths.least, head.length + 2, ...cells.map((cell) => cell.length + 1)))

function buildSheet(name: string, heads: readonly string[], rows: readonly (readonly string[])[]): SheetPaper {
  const columns = heads.map((head, index) => ({
    head,
    width: measureWidth(
      head,
      rows.slice(0, 50).map((row) => row[index] ?? ''),
    ),
  }))
  return { sheet: { name, above: [], columns, rows: rows.map((row) => heads.map((_, index) => row[index] ?? '')) } }
}

const sampleClients = [
  {
    casillero: '',
    firstName: 'María',
    middleName: 'José',
    lastNames: 'Peña Ruiz',
    phone: '8690 4417',
    email: 'maria@correo.com',
    address: 'De la rotonda 2c al sur',
    city: 'Managua',
    department: 'Managua',
    cedula: '001-150892-0012K',
  },
  {
    casillero: '',
    firstName: 'Denis',
    middleName: '',
    lastNames: 'Rayo Pérez',
    phone: '8855 1020',
    email: '',
    address: '',
    city: 'León',
    department: 'León',
    cedula: '',
  },
]

function samplePackages(status: string, receivedAt: string) {
  const row = {
    casillero: '',
    clientPackageName: 'GUADALUPE MARTINEZ',
    status,
    receivedAt,
    contents: '',
    comments: '',
  }
  return [
    {
      ...row,
      tracking: '1Z999AA10123456784',
      weight: '4.50',
      shippingMethod: 'Aéreo',
      description: 'Zapatos',
      provider: 'Amazon',
    },
    {
      ...row,
      tracking: '9400111899223197001882',
      weight: '2.04 kg',
      shippingMethod: 'Marítimo',
      description: 'Repuestos',
      provider: 'eBay',
    },
  ]
}

const sampleTariffs = [
  { name: 'Aéreo 2026', shippingMethod: 'Aéreo', pricePerPound: '3.75', startDate: '', endDate: '', notes: '' },
  {
    name: 'Marítimo 2026',
    shippingMethod: 'Marítimo',
    pricePerPound: '2.50',
    startDate: '',
    endDate: '',
    notes: '',
  },
]

/** Uses the company's own words, so that the sample can be imported as it is. */
async function sampleRows(db: Db, kind: ImportKind): Promise<Record<string, string>[]> {
  // Written with the month's name, which no reader mistakes for the day.
  const today = formatDate(businessDate(new Date()))
  const statuses = (await listStatuses(db)).map(({ name }) => name)
  const [status = ''] = statuses
  if (kind === 'clients') return sampleClients
  if (kind === 'packages') return samplePackages(status, today)
  if (kind === 'tariffs') return sampleTariffs
  if (kind === 'charges') return await sampleCharges(db)
  if (kind === 'prealerts') return await samplePrealerts(db)
  const { data } = await listPackages(db, { page: 1, limit: 3 })
  const trackings = data.map(({ tracking, warehouseTracking }: CourierPackage) => tracking ?? warehouseTracking ?? '')
  return (trackings.length > 0 ? trackings : ['1Z999AA10123456784']).map((tracking) => ({
    tracking,
    status,
    changedAt: today,
    comment: '',
  }))
}

/** Takes the first charge that can wait on a package. */
async function sampleCharges(db: Db): Promise<Record<string, string>[]> {
  const charge = (await listCharges(db, false)).find(mayWait)
  const [currency] = await listActiveCurrencies(db)
  const { data } = await listPackages(db, { page: 1, limit: 3, invoiced: false })
  const trackings = data.map(({ tracking, warehouseTracking }) => tracking ?? warehouseTracking ?? '')
  const isPriced = charge !== undefined && !isTyped(charge)
  return (trackings.length > 0 ? trackings : ['1Z999AA10123456784']).map((tracking) => ({
    tracking,
    charge: charge?.name ?? 'Impuestos',
    amount: isPriced ? '' : '350.00',
    currency: isPriced ? '' : (currency?.symbol ?? ''),
  }))
}

/** Takes the purchases of the company's clients. */
async function samplePrealerts(db: Db): Promise<Record<string, string>[]> {
  const client = await db
    .selectFrom('clients')
    .select('casillero')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  const casillero = client?.casillero ?? ''
  return [
    { tracking: 'TBA309482119977', store: 'Amazon', description: 'Ropa de bebé', declaredValue: '46.00' },
    { tracking: '9400111899223197001882', store: 'eBay', description: 'Lente de cámara', declaredValue: '64.50' },
  ].map((row) => ({ casillero, ...row, expectedOn: formatDate(businessDate(new Date())) }))
}

/** docs/product/imports.md, "Files". */
export async function sampleFile(db: Db, kind: ImportKind): Promise<FileOrder> {
  const rows = await sampleRows(db, kind)
  const fields = Object.keys(rows[0] ?? {})
  const { of } = importNames[kind]
  return {
    fileName: `ejemplo-${of.toLowerCase()}.xlsx`,
    drawing: buildSheet(
      of,
      fields.map((field) => importLabel(kind, field)),
      rows.map((row) => fields.map((field) => row[field] ?? '')),
    ),
  }
}

const errorHead = 'Error'

/** docs/product/imports.md, "Errors". */
export async function errorFile(db: Db, id: string): Promise<FileOrder> {
  const load = await getLoad(db, id)
  const rows = await db
    .selectFrom('import_rows')
    .select([sql<string[]>`cells`.as('cells'), sql<{ detail: string }>`shown`.as('shown')])
    .where('import_id', '=', id)
    .where(sql<boolean>`(outcome = 'error' or state = 'refused')`)
    .orderBy('row_number')
    .execute()
  // A file that was corrected once already has a column of errors.
  const own = load.columns.findIndex(({ name }) => name === errorHead)
  const isKept = (_: unknown, column: number) => column !== own
  const heads = [...load.columns.map(({ name }) => name).filter(isKept), errorHead]
  const buildCells = ({ cells, shown }: (typeof rows)[number]) => {
    const padded = load.columns.map((_, column) => cells[column] ?? '').filter(isKept)
    return [...padded, shown.detail]
  }
  const table = rows.map(buildCells)
  const name = load.fileName.replace(/\.(?:xlsx|xlsm|csv|txt)$/i, '').replace(/[^\w.-]+/g, '-')
  return load.isCsv
    ? { fileName: `${name}-errores.csv`, drawing: { csv: [heads, ...table] }, type: 'text/csv; charset=utf-8' }
    : { fileName: `${name}-errores.xlsx`, drawing: buildSheet('Errores', heads, table), type: sheetType }
}
