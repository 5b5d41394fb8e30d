import type { Consignment, ConsignmentRow, ConsignmentState } from '@casillero/shared/contract/consignments'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cutPage, matchesAll, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

type ConsignmentFilter = {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  status?: ConsignmentState | undefined
}

type Sums = {
  packageCount: number
  weight: number
  clientCount: number
  seenCount: number
  missingCount: number
  extraCount: number
  lostCount: number
  withoutWeightCount: number
}

/** Finds each package by its id; with a join the planner reads all packages of the company. */
const listed = sql`consignment_packages l cross join lateral (
  select p.id, p.company_package_id, p.client_id, p.weight from packages p where p.id = l.package_id offset 0) p`

/** In an open consignment nothing is missing. */
const sums = sql<Sums>`(
  select count(*)::int as "packageCount", coalesce(sum(coalesce(l.sent_weight, p.weight)), 0) as weight,
         count(distinct p.client_id)::int as "clientCount",
         (count(*) filter (where l.seen_at is not null))::int as "seenCount",
         (count(*) filter (where l.seen_at is null and l.lost_at is null and g.state <> 'open'))::int as "missingCount",
         (count(*) filter (where l.is_extra))::int as "extraCount",
         (count(*) filter (where l.lost_at is not null))::int as "lostCount",
         (count(*) filter (where coalesce(l.sent_weight, p.weight) is null))::int as "withoutWeightCount"
  from ${listed}
  where l.consignment_id = g.id and l.removed_at is null)`

const columns = [
  'g.id',
  'g.company_consignment_id as companyShipmentId',
  'g.shipping_method as shippingMethod',
  'g.state',
  'g.guide',
  'g.carrier',
  'g.note',
  'g.departs_on as departsAt',
  'g.expected_on as expectedAt',
  'g.arrived_on as arrivedAt',
  'g.version',
  'sums.packageCount',
  'sums.weight',
  'sums.clientCount',
  'sums.seenCount',
  'sums.missingCount',
  'sums.extraCount',
] as const

export const matchingConsignments = (db: Db, { status, search }: ConsignmentFilter) =>
  db
    .selectFrom('consignments')
    .where('deleted_at', 'is', null)
    .where(matchesAll(sql`search_text`, searchPatterns(search ?? '')))
    .$if(status !== undefined, (rows) => rows.where('state', '=', status ?? 'open'))

/** docs/product/shipments.md, "The list". */
export async function listConsignments(
  db: Db,
  filter: ConsignmentFilter,
): Promise<{ data: ConsignmentRow[]; pagination: Pagination }> {
  const page = toPage(filter)
  const rows = matchingConsignments(db, filter).selectAll().select(sql<number>`count(*) over ()`.as('total'))
  // Cuts the page before the sums, so that only its rows are summed.
  const cut = cutPage(rows.orderBy('company_consignment_id', 'desc'), page)
  const found = await db
    .selectFrom(cut.as('g'))
    .innerJoinLateral(sums.as<'sums'>('sums'), (join) => join.onTrue())
    .select(columns)
    .select('g.total')
    .orderBy('g.company_consignment_id', 'desc')
    .execute()
  return await pageWithTotal(page, found, () =>
    matchingConsignments(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
}

/** docs/product/shipments.md, "Missing packages". */
export const isMissing = sql<boolean>`(l.removed_at is null and l.seen_at is null and l.lost_at is null
  and g.state in ('received', 'closed'))`

export function countConsignments(db: Db) {
  const inState = (state: ConsignmentState) => sql<number>`(count(*) filter (where state = ${sql.lit(state)}))::int`
  return db
    .selectFrom('consignments')
    .where('deleted_at', 'is', null)
    .select([
      inState('open').as('open'),
      inState('in_transit').as('inTransit'),
      inState('received').as('received'),
      inState('closed').as('closed'),
      sql<number>`(select count(*)::int from consignment_packages l join consignments g on g.id = l.consignment_id
        where ${isMissing})`.as('missing'),
    ])
    .executeTakeFirstOrThrow()
}

const sent = { statusId: sql`o.sent_status_id`, at: sql`o.sent_at` }
const received = { statusId: sql`o.received_status_id`, at: sql`o.received_at` }

/** Decided by roles: the first status cannot be told by its name. */
const isOffered = sql`(s.deleted_at is null and not s.is_final_status and s.role is distinct from 'warehouse_us')`

/** Proposes the stored status while it may be chosen, else the one of that name. */
const proposed = ({ statusId, at }: typeof sent, name: string) => sql<string | null>`coalesce(
  (select s.id from consignments o join statuses s on s.id = ${statusId} and ${isOffered}
   where ${at} is not null order by ${at} desc, o.id desc limit 1),
  (select s.id from statuses s where lower(s.name) = ${sql.lit(name)} and ${isOffered} order by s.order_position limit 1))`

/** Null if it may no longer be chosen. */
const sendStatus = sql<string | null>`coalesce(
  (select s.id from statuses s where s.id = g.planned_status_id and ${isOffered}),
  ${proposed(sent, 'en tránsito')})`

/** The second step leads to the status of ready packages. */
const nextStatus = sql<string | null>`coalesce(
  (select s.id from statuses s where g.received_at is not null and s.role = 'ready' and ${isOffered}
     and s.id is distinct from g.received_status_id order by s.order_position limit 1),
  ${proposed(received, 'en aduana')})`

const withoutWeight = sql<Consignment['withoutWeight']>`coalesce((
  select json_agg(json_build_object('id', w.id, 'companyPackageId', w.company_package_id) order by w.company_package_id)
  from (select p.id, p.company_package_id from ${listed}
        where l.consignment_id = g.id and l.removed_at is null and coalesce(l.sent_weight, p.weight) is null
        order by p.company_package_id limit 20) w), '[]'::json)`

const named = (fullName: string | null) => (fullName === null ? null : { fullName })

export async function getConsignment(db: Db, id: string): Promise<Consignment> {
  const row = await db
    .selectFrom('consignments as g')
    .innerJoinLateral(sums.as<'sums'>('sums'), (join) => join.onTrue())
    .leftJoin('users as sender', 'sender.id', 'g.sent_by')
    .leftJoin('users as receiver', 'receiver.id', 'g.received_by')
    .leftJoin('users as closer', 'closer.id', 'g.closed_by')
    .select(columns)
    .select(['sums.lostCount', 'sums.withoutWeightCount'])
    .select(['g.sent_at as sentAt', 'g.received_at as receivedAt', 'g.closed_at as closedAt'])
    .select(['g.reopen_reason as reopenReason'])
    .select(['sender.full_name as sender', 'receiver.full_name as receiver', 'closer.full_name as closer'])
    .select([sendStatus.as('sendStatusId'), nextStatus.as('receiveStatusId')])
    .select(withoutWeight.as('withoutWeight'))
    .where('g.id', '=', id)
    .where('g.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { sender, receiver, closer, ...rest } = row
  return { ...rest, sentBy: named(sender), receivedBy: named(receiver), closedBy: named(closer) }
}
