import type { ArrivalWindow } from '@casillero/shared/domain/arrival-days'
import { type CurrencySum, listStandingCharges, type StandingCharge, sumToBill } from '@casillero/shared/domain/charges'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { listCharges } from '../charges/queries.ts'
import { listWaitingCharges, selectToCharge } from '../charges/waiting-charges.ts'
import { promiseOfPackage } from '../statuses/promised-days.ts'
import { isReady } from '../statuses/ready-status.ts'
import { addAmounts } from './currency-sums.ts'

const mostShown = 200

/** `owed` is what is still to be paid of it, by currency. */
type BilledOn = { id: string; number: number; isPaid: boolean; owed: CurrencySum[] }

export type OwnPackage = {
  id: string
  number: number
  title: string
  tracking: string | null
  provider: string | null
  shippingMethod: 'maritimo' | 'aereo'
  weight: number | null
  totalPrice: number | null
  statusName: string
  /** From 0 (no status) to `lastStage`. */
  stage: number
  lastStage: number
  /** A business day. */
  statusDay: string
  promise: ArrivalWindow | null
  isReady: boolean
  isDelivered: boolean
  invoice: BilledOn | null
  /** Empty once invoiced. */
  charges: StandingCharge[]
  /** By currency; empty once invoiced, and without a price. */
  toPay: CurrencySum[]
}

const statusDay = sql<string>`(coalesce(p.status_since, p.created_at) at time zone 'America/Managua')::date::text`
const onInvoice = sql<BilledOn | null>`(
  select json_build_object('id', v.id, 'number', v.company_invoice_id, 'isPaid', v.status <> 'pending', 'owed', coalesce((
    select json_agg(json_build_object('code', k.code, 'symbol', k.symbol, 'amount', d.amount) order by k.code)
    from (select currency_id, sum(pending_total) as amount from open_debts where invoice_id = v.id group by currency_id) d
    join currencies k on k.id = d.currency_id), '[]'::json))
  from invoice_items i join invoices v on v.id = i.invoice_id where i.package_id = p.id and i.voided_at is null)`

const selectOwn = (db: Db) =>
  selectToCharge(db)
    .select(['p.company_package_id as number', 'p.description', 'p.contents', 'p.tracking', 'p.provider', 'p.length'])
    .select(['p.warehouse_tracking as warehouseTracking', 'p.width', 'p.height', 'p.price_per_pound as pricePerPound'])
    .select(['p.discount_type as discountType', 'p.discount_value as discountValue', 's.name as statusName'])
    .select(sql<boolean>`coalesce(s.is_final_status, false)`.as('isDelivered'))
    .select([isReady.as('isReady'), statusDay.as('statusDay'), promiseOfPackage.as('promise'), onInvoice.as('invoice')])
    .select(sql<number>`coalesce(s.order_position, 0)`.as('stage'))
    .select(sql<number>`(select max(order_position) from statuses where deleted_at is null)`.as('lastStage'))

type Row = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

async function addCharges<R extends Row>(db: Db, rows: R[]): Promise<(R & OwnPackage)[]> {
  const ids = rows.map(({ id }) => id)
  const [charges, waiting] = await Promise.all([listCharges(db, false), listWaitingCharges(db, ids)])
  const standing = listStandingCharges(charges, rows, waiting)
  return rows.map((row) => {
    const own = row.invoice ? [] : standing.filter(({ packageId }) => packageId === row.id)
    return {
      ...row,
      title: row.description ?? row.contents ?? `Paquete #${row.number}`,
      tracking: row.tracking ?? row.warehouseTracking,
      statusName: row.statusName ?? 'Recibido',
      isReady: Boolean(row.isReady),
      charges: own,
      toPay: row.invoice ? [] : sumToBill(row.totalPrice, own),
    }
  })
}

/** Ready ones come first, longest wait first; then those furthest on their way. */
export async function listOwnPackages(db: Db): Promise<OwnPackage[]> {
  const rows = await selectOwn(db)
    .where('p.deleted_at', 'is', null)
    .where('s.is_final_status', 'is not', true)
    .orderBy(sql`${isReady} desc, s.order_position desc nulls last, p.status_since, p.company_package_id`)
    .limit(mostShown)
    .execute()
  return await addCharges(db, rows)
}

/** What a client still pays for these: what is not billed, and each invoice once. */
export function sumToBring(packages: readonly OwnPackage[]): CurrencySum[] {
  const invoices = new Map(packages.map(({ invoice }) => [invoice?.id, invoice?.owed ?? []]))
  return addAmounts([packages.map(({ toPay }) => toPay), ...invoices.values()].flat(2))
}

/** The last ones come first. */
export async function listDeliveredPackages(db: Db): Promise<OwnPackage[]> {
  const rows = await selectOwn(db)
    .where('p.deleted_at', 'is', null)
    .where('s.is_final_status', '=', true)
    .orderBy(sql`coalesce(p.status_since, p.created_at) desc, p.company_package_id desc`)
    .limit(mostShown)
    .execute()
  return await addCharges(db, rows)
}

export type OwnStep = { name: string; at: string }

export type OwnPhoto = { id: string; caption: string | null }

/** Undefined if there is none. */
export async function findOwnPackage(db: Db, id: string) {
  const row = await selectOwn(db).where('p.id', '=', id).where('p.deleted_at', 'is', null).executeTakeFirst()
  if (!row) return undefined
  const [own] = await addCharges(db, [row])
  const steps: OwnStep[] = await db
    .selectFrom('package_status_changes')
    .select([sql<string>`to_name`.as('name'), 'created_at as at'])
    .where('package_id', '=', id)
    .where('to_name', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(100))
    .execute()
  const [announced] = await db
    .selectFrom('prealerts as a')
    .select('a.created_at as at')
    .where('a.is_own', '=', true)
    .where('a.cancelled_at', 'is', null)
    .where(sql<boolean>`exists (select from announced_package(a) p where p.id = ${id})`)
    .limit(sql.lit(1))
    .execute()
  const photos: OwnPhoto[] = await db
    .selectFrom('package_photos')
    .select(['id', 'caption'])
    .where('package_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const way = steps.filter(({ name }, index) => name !== steps[index - 1]?.name)
  return own && { ...own, photos, steps: announced ? [{ name: 'Usted avisó la compra', ...announced }, ...way] : way }
}

export type OwnPackagePage = NonNullable<Awaited<ReturnType<typeof findOwnPackage>>>
