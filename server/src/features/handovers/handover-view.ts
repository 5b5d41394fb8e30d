import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Handover, HandoverRow, SignedHandover } from '@casillero/shared/contract/handovers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cutPage, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

type HandoverFilter = {
  page?: number | undefined
  limit?: number | undefined
  clientId?: string | undefined
  packageId?: string | undefined
}

const sums = sql<{ packageCount: number; weight: number }>`(
  select count(*)::int as "packageCount", coalesce(sum(l.weight), 0) as weight
  from handover_packages l where l.handover_id = h.id)`

const columns = [
  'h.id',
  'h.company_handover_id as companyHandoverId',
  'h.client_id as clientId',
  'h.client_first_name as firstName',
  'h.client_middle_name as middleName',
  'h.client_last_names as lastNames',
  'h.client_casillero as casillero',
  'h.client_phone as phone',
  'h.received_by_name as receiverName',
  'h.received_by_cedula as receiverCedula',
  'h.note',
  'h.reason',
  'h.created_at as createdAt',
  'h.undone_at as undoneAt',
  'h.undo_reason as undoReason',
  'maker.full_name as makerName',
  'undoer.full_name as undoerName',
  'sums.packageCount',
  'sums.weight',
] as const

export const matchingHandovers = (db: Db, { clientId, packageId }: HandoverFilter) =>
  db
    .selectFrom('handovers')
    .$if(clientId !== undefined, (rows) => rows.where('client_id', '=', clientId ?? ''))
    .$if(packageId !== undefined, (rows) =>
      rows.where('id', 'in', (of) =>
        of
          .selectFrom('handover_packages')
          .select('handover_id')
          .where('package_id', '=', packageId ?? ''),
      ),
    )

/** Cuts the page before joining: under row-level security the planner would join all rows. */
const withNames = (db: Db, cut: ReturnType<typeof matchingRows>) =>
  db
    .selectFrom(cut.as('h'))
    .innerJoin('users as maker', 'maker.id', 'h.created_by')
    .leftJoin('users as undoer', 'undoer.id', 'h.undone_by')
    .innerJoinLateral(sums.as<'sums'>('sums'), (join) => join.onTrue())
    .select(columns)

const matchingRows = (db: Db, filter: HandoverFilter) =>
  matchingHandovers(db, filter).selectAll().select(sql<number>`count(*) over ()`.as('total'))

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function toRow(row: Row): HandoverRow {
  const {
    clientId,
    firstName,
    middleName,
    lastNames,
    casillero,
    phone,
    receiverName,
    receiverCedula,
    makerName,
    undoerName,
  } = row
  return {
    ...row,
    client: { id: clientId, firstName, middleName, lastNames, casillero, phone },
    receivedBy: { name: receiverName, cedula: receiverCedula },
    createdBy: { fullName: makerName },
    undoneBy: undoerName === null ? null : { fullName: undoerName },
  }
}

/** Includes undone ones. */
export async function listHandovers(
  db: Db,
  filter: HandoverFilter,
): Promise<{ data: HandoverRow[]; pagination: Pagination }> {
  const page = toPage(filter)
  const cut = cutPage(matchingRows(db, filter).orderBy('company_handover_id', 'desc'), page)
  const rows = await withNames(db, cut).select('h.total').orderBy('h.company_handover_id', 'desc').execute()
  const counted = await pageWithTotal(page, rows, () =>
    matchingHandovers(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: counted.data.map(toRow), pagination: counted.pagination }
}

const listPackages = (db: Db, id: string) =>
  db
    .selectFrom('handover_packages as l')
    .leftJoin('invoices as v', 'v.id', 'l.invoice_id')
    .select([
      'l.package_id as packageId',
      'l.company_package_id as companyPackageId',
      'l.tracking',
      'l.description',
      'l.shipping_method as shippingMethod',
      'l.weight',
      'v.id as invoiceId',
      'v.company_invoice_id as companyInvoiceId',
    ])
    .where('l.handover_id', '=', id)
    .orderBy('l.position')
    .execute()

export async function getHandover(db: Db, id: string): Promise<Handover> {
  const [row, packages] = await Promise.all([
    withNames(db, matchingRows(db, {}).where('id', '=', id)).executeTakeFirst(),
    listPackages(db, id),
  ])
  if (!row) throw new AppError('not_found')
  return {
    ...toRow(row),
    packages: packages.map(({ invoiceId, companyInvoiceId, ...one }) => ({
      ...one,
      invoice: invoiceId === null || companyInvoiceId === null ? null : { id: invoiceId, companyInvoiceId },
    })),
  }
}

/** Returns null if there is none. */
export async function findSignature(db: Db, handoverId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('handover_signatures')
    .select('content')
    .where('handover_id', '=', handoverId)
    .executeTakeFirst()
  return row?.content ?? null
}

export async function getSignedHandover(db: Db, id: string): Promise<SignedHandover> {
  const [handover, content] = await Promise.all([getHandover(db, id), findSignature(db, id)])
  return { ...handover, signature: content && `data:image/png;base64,${content.toString('base64')}` }
}
