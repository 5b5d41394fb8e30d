import type { User } from '@casillero/shared/contract/auth'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { Permission } from '@casillero/shared/domain/permissions'
import { searchPatterns, searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

const pageSize = 10

export const userColumns = [
  'id',
  'first_name as firstName',
  'last_name as lastName',
  'full_name as fullName',
  'email',
  'phone',
  'type',
  'status',
  'cedula',
  'sees_money_reports as seesMoneyReports',
  sql<Permission[]>`denials`.as('denials'),
  'discount_limit as discountLimit',
  'created_at as createdAt',
  'version',
] as const

const living = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

/** Applies the search. */
export const matchingUsers = (db: Db, search: string | undefined) =>
  living(db).where(matchesAll(sql`search_text`, searchPatterns(search ?? '')))

export async function listUsers(db: Db, query: ListQuery): Promise<{ users: User[]; pagination: Pagination }> {
  const page = toPage({ ...query, page: query.page ?? 1 }, pageSize)
  const matching = matchingUsers(db, query.search)
  const rows = await matching
    .select(userColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`lower(full_name)`)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { data, pagination } = await pageWithTotal(page, rows, () =>
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { users: data, pagination }
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await living(db).select(userColumns).where('id', '=', id).executeTakeFirst()
  if (!user) throw new AppError('not_found')
  return user
}

export async function lockUser(db: Db, id: string): Promise<User> {
  const user = await living(db).select(userColumns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!user) throw new AppError('not_found')
  return user
}

/** Throws `last_admin`. Requires the company's lock. */
export async function requireAnAdmin(db: Db): Promise<void> {
  const admin = await living(db)
    .select('id')
    .where('type', '=', 'admin')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new AppError('last_admin')
}

type Person = {
  firstName: string
  lastName: string | null
  email: string | null
  phone: string | null
  type: User['type']
  cedula: string | null
  seesMoneyReports: boolean
  denials: Permission[]
  discountLimit: number | null
}

/** Columns that a form decides. */
export const userValues = (person: Person) => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: person.phone,
  type: person.type,
  cedula: person.cedula,
  sees_money_reports: person.seesMoneyReports,
  denials: person.denials,
  discount_limit: person.discountLimit,
  search_text: searchText(person.firstName, person.lastName, person.email, person.phone),
})
