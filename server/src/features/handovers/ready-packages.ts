import type { HandoverDesk, Picker, Receiver } from '@casillero/shared/contract/handovers'
import { type CreditLine, findHandoverBlock } from '@casillero/shared/domain/handover'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readyAt } from '../client-account/queries.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { isReady } from '../statuses/ready-status.ts'

/** If several have one tracking, takes a ready one first, then the newest. */
function findScanned(db: Db, code: string, isScanned: boolean) {
  const { tracking } = readTracking(code)
  return db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .leftJoin('handover_packages as l', (join) => join.onRef('l.package_id', '=', 'p.id').on('l.undone_at', 'is', null))
    .leftJoin('handovers as h', 'h.id', 'l.handover_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.client_id as clientId',
      's.name as statusName',
      'h.company_handover_id as companyHandoverId',
    ])
    .select(isReady.as('isReady'))
    .where('p.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('p.tracking', '=', tracking),
        where('p.warehouse_tracking', '=', tracking),
        where('p.company_package_id', '=', readPackageNumber(code, { isScanned })),
        where('p.label_code', '=', readLabelCode(code)),
      ]),
    )
    .orderBy('isReady', 'desc')
    .orderBy('p.company_package_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

const pickers = sql<Picker[]>`coalesce((
  select json_agg(json_build_object('id', k.id, 'name', k.name, 'cedula', k.cedula) order by lower(k.name), k.id)
  from client_pickers k where k.client_id = c.id and k.deleted_at is null), '[]'::json)`

const lastReceiver = sql<Receiver | null>`(
  select json_build_object('name', h.received_by_name, 'cedula', h.received_by_cedula)
  from handovers h where h.client_id = c.id and h.undone_at is null order by h.id desc limit 1)`

/** Undefined if no client is named. */
const findClient = (db: Db, id: string | null) =>
  db
    .selectFrom('companies as k')
    .leftJoin('clients as c', (join) => join.on('c.id', '=', id).on('c.deleted_at', 'is', null))
    .select([
      'k.requires_paid_handover as requiresPayment',
      'c.id',
      'c.first_name as firstName',
      'c.middle_name as middleName',
      'c.last_names as lastNames',
      'c.casillero',
      'c.phone',
      'c.cedula',
    ])
    .select([
      pickers.as('pickers'),
      lastReceiver.as('lastReceiver'),
      selectCreditLine(sql`c.credit_limit`, sql`c.id`).as('credit'),
    ])
    .executeTakeFirstOrThrow()

function toClient(row: Awaited<ReturnType<typeof findClient>>): HandoverDesk['client'] {
  const { id, firstName, middleName, lastNames, casillero, phone, cedula } = row
  if (id === null || firstName === null || lastNames === null || casillero === null || phone === null) return null
  return { id, firstName, middleName, lastNames, casillero, phone, cedula }
}

/** The longest wait comes first; each has its live invoice. */
const listReady = (db: Db, clientId: string) =>
  db
    .selectFrom('packages as p')
    .innerJoin('statuses as s', 's.id', 'p.status_id')
    .leftJoin('invoice_items as i', (join) => join.onRef('i.package_id', '=', 'p.id').on('i.voided_at', 'is', null))
    .leftJoin('invoices as v', 'v.id', 'i.invoice_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.tracking',
      'p.warehouse_tracking as warehouseTracking',
      'p.description',
      'p.shipping_method as shippingMethod',
      'p.weight',
      'p.total_price as totalPrice',
      'v.id as invoiceId',
      'v.company_invoice_id as companyInvoiceId',
      'v.status',
      'v.pending_total as pendingTotal',
      'v.currency_symbol as symbol',
    ])
    .select(sql<string | null>`${readyAt}`.as('readyAt'))
    .where('p.client_id', '=', clientId)
    .where('p.deleted_at', 'is', null)
    .where(isReady)
    .orderBy('readyAt', (at) => at.asc().nullsLast())
    .orderBy('p.company_package_id')
    .limit(sql.lit(500))
    .execute()

type ReadyRow = Awaited<ReturnType<typeof listReady>>[number]

function toReady(row: ReadyRow, requiresPayment: boolean, credit: CreditLine | null): HandoverDesk['packages'][number] {
  const { invoiceId, companyInvoiceId, status, pendingTotal, symbol, ...one } = row
  const invoice =
    invoiceId === null || companyInvoiceId === null || status === null || pendingTotal === null || symbol === null
      ? null
      : { id: invoiceId, companyInvoiceId, status, pendingTotal, symbol }
  return { ...one, invoice, block: findHandoverBlock(requiresPayment, invoice, credit) }
}

/** Finds the client by id or by a package's code; null if no package has the code. docs/product/handovers.md, "The screen". */
export async function getDesk(
  db: Db,
  asked: { clientId?: string | undefined; code?: string | undefined; isScanned?: boolean | undefined },
): Promise<HandoverDesk> {
  const found = asked.code === undefined ? undefined : await findScanned(db, asked.code, asked.isScanned ?? false)
  const clientId = found?.clientId ?? asked.clientId ?? null
  const [row, ready] = await Promise.all([findClient(db, clientId), clientId === null ? [] : listReady(db, clientId)])
  const client = toClient(row)
  if (asked.clientId !== undefined && !client) throw new AppError('not_found')
  const { requiresPayment, pickers: known, lastReceiver: last, credit } = row
  return {
    requiresPayment,
    client,
    credit,
    pickers: known,
    lastReceiver: client ? last : null,
    packages: client ? ready.map((one) => toReady(one, requiresPayment, credit)) : [],
    scanned: found ? { ...found, isReady: Boolean(found.isReady) } : null,
  }
}
