import type { ClientPackage } from '@casillero/shared/contract/client-account'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cutPage, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { getClient } from '../clients/queries.ts'
import { selectPackages, toPackage } from '../packages/read/package-view.ts'
import { readyAt } from './queries.ts'

type Window = Pick<Page, 'limit' | 'offset'>
type Asked = { page?: number | undefined; limit?: number | undefined; delivered?: boolean | undefined }

const isOwed = sql<boolean>`exists (
  select from invoice_items i join invoices v on v.id = i.invoice_id
  where i.package_id = p.id and i.voided_at is null and v.status = 'pending')`

const ofClient = (db: Db, clientId: string, isDelivered: boolean) =>
  db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .where('p.client_id', '=', clientId)
    .where('p.deleted_at', 'is', null)
    .where('s.is_final_status', isDelivered ? 'is' : 'is not', true)

const byWait = sql`ready_at asc nulls last, s.order_position desc nulls last, p.company_package_id`
const newestFirst = sql`p.company_package_id desc`

const selectPage = (db: Db, clientId: string, isDelivered: boolean, page: Window) => {
  const order = isDelivered ? newestFirst : byWait
  const found = ofClient(db, clientId, isDelivered)
    .selectAll('p')
    .select(readyAt.as('ready_at'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(order)
  return selectPackages(db, cutPage(found, page))
    .select([sql<string | null>`p.ready_at`.as('readyAt'), sql<number>`p.total`.as('total'), isOwed.as('isOwed')])
    .orderBy(order)
}

const selectFirst = (isDelivered: boolean) =>
  prepare((db, { clientId }: { clientId: string }, limit) =>
    selectPage(db, clientId, isDelivered, { limit, offset: 0 }),
  )
const [firstDelivered, firstWaiting] = [selectFirst(true), selectFirst(false)]

/** Ordered as the counter needs them. */
export async function listClientPackages(
  db: Db,
  clientId: string,
  asked: Asked,
): Promise<{ data: ClientPackage[]; pagination: Pagination }> {
  const page = toPage(asked)
  const isDelivered = asked.delivered === true
  const first = isDelivered ? firstDelivered : firstWaiting
  const rows =
    page.offset === 0
      ? await first(db, { clientId }, page.limit)
      : await selectPage(db, clientId, isDelivered, page).execute()
  if (rows.length === 0) await getClient(db, clientId)
  const counted = await pageWithTotal(page, rows, () =>
    ofClient(db, clientId, isDelivered).select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return {
    data: counted.data.map((row) => ({ ...toPackage(row), readyAt: row.readyAt, isOwed: row.isOwed })),
    pagination: counted.pagination,
  }
}
