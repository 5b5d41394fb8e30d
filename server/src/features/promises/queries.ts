import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { LatePackage } from '@casillero/shared/contract/promises'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { toldLate } from '../messages/notify/notify-late.ts'
import { isReachable } from '../messages/queue/enqueue-message.ts'

type LateFilter = {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  shippingMethod?: LatePackage['shippingMethod'] | undefined
  told?: boolean | undefined
}

type Row = Omit<LatePackage, 'untellable' | 'client'> & {
  total: number
  client: (NonNullable<LatePackage['client']> & { phone: string; isWilling: boolean }) | null
}

const late = ({ search = '', shippingMethod, told }: LateFilter) => sql`
  late_packages w join packages p on p.id = w.package_id
  where ${matchesAll(sql`p.search_text || p.client_search_text`, searchPatterns(searchedText(search)))}
    and ${shippingMethod === undefined ? sql`true` : sql`p.shipping_method = ${shippingMethod}`}
    and ${told === undefined ? sql`true` : sql`exists ${toldLate} = ${told}::boolean`}`

async function readRows(db: Db, filter: LateFilter, { limit, offset }: Pick<Page, 'limit' | 'offset'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with shown as (
      select w.package_id, w.from_on, w.to_on, count(*) over ()::int as total from ${late(filter)}
      order by w.to_on, w.package_id limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select p.id, p.company_package_id as "companyPackageId", coalesce(p.description, p.contents) as title,
      p.shipping_method as "shippingMethod", w.total,
      case when c.id is not null then json_build_object('id', c.id, 'casillero', c.casillero, 'firstName', c.first_name,
        'lastNames', c.last_names, 'phone', c.phone, 'isWilling', c.messages_allowed) end as client,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'isFinalStatus', s.is_final_status,
        'orderPosition', s.order_position) end as status,
      (select json_build_object('id', g.id, 'companyShipmentId', g.company_consignment_id, 'carrier', g.carrier)
       from consignment_packages l join consignments g on g.id = l.consignment_id
       where l.package_id = p.id and l.removed_at is null) as shipment,
      json_build_object('from', w.from_on, 'to', w.to_on) as promise,
      count_open_days(k.opening_hours, w.to_on, app_today()) as days,
      (select json_build_object('at', m.created_at, 'isWaiting', m.state = 'queued') from ${toldLate} m) as told
    from shown w
    join packages p on p.id = w.package_id
    join companies k on k.id = p.company_id
    left join clients c on c.id = p.client_id
    left join statuses s on s.id = p.status_id
    order by w.to_on, w.package_id`.execute(db)
  return rows
}

function findObstacle({ client }: Row): LatePackage['untellable'] {
  if (client === null) return 'no_client'
  if (!client.isWilling) return 'wants_none'
  return isReachable(client.phone) ? null : 'no_phone'
}

/** docs/product/packages.md, "Atrasados". */
export async function listLate(db: Db, filter: LateFilter): Promise<{ data: LatePackage[]; pagination: Pagination }> {
  const page = toPage({ ...filter, page: filter.page ?? 1 })
  const rows = await readRows(db, filter, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, filter, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map((row) => ({ ...row, untellable: findObstacle(row) })) }
}

export const countLate = sql<number>`(select count(*)::int from late_packages)`
