import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { Signup } from '@casillero/shared/contract/signups'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

/** Clients with the same phone, then those with the same name, however it is split. */
const similar = sql`(
  select coalesce(json_agg(json_build_object('id', k.id, 'casillero', k.casillero,
      'name', concat_ws(' ', k.first_name, k.middle_name, k.last_names), 'by', k.by) order by k.by desc, k.id), '[]')
  from (
    select distinct on (c.id) c.id, c.casillero, c.first_name, c.middle_name, c.last_names, f.by
    from (
      select p.id, 'phone' as by from clients p
      where p.deleted_at is null and p.phone = any (number_keys(s.phone))
      union all
      select n.id, 'name' from clients n where n.deleted_at is null and n.sort_name = s.sort_name
    ) f
    join clients c on c.id = f.id
    order by c.id, f.by desc
    limit 3
  ) k)`

const columns = sql`
  s.id, s.first_name as "firstName", s.last_names as "lastNames", s.phone, s.phone_proven_at is not null as "isPhoneProven",
  s.email, s.city, s.created_at as "createdAt", ${similar} as similar`

export const countSignups = (db: Db): Promise<{ waiting: number; isOpen: boolean }> =>
  db
    .selectFrom('companies')
    .select(sql<number>`(select count(*)::int from signups s where s.state = 'waiting')`.as('waiting'))
    .select(sql<boolean>`sign_up <> 'off'`.as('isOpen'))
    .executeTakeFirstOrThrow()

/** docs/product/sign-up.md, "Solicitudes". */
export async function listSignups(db: Db, query: ListQuery): Promise<{ data: Signup[]; pagination: Pagination }> {
  const page = toPage(query)
  const matching = sql`s.state = 'waiting' and ${matchesAll(sql`s.search_text`, searchPatterns(query.search ?? ''))}`
  const count = async () => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from signups s where ${matching}`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Signup & { total: number }>`
    select ${columns}, count(*) over ()::int as total from signups s
    where ${matching} order by s.id limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)}`.execute(db)
  return await pageWithTotal(page, rows, count)
}

export async function getSignup(db: Db, id: string): Promise<Signup> {
  const { rows } = await sql<Signup>`select ${columns} from signups s where s.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}
