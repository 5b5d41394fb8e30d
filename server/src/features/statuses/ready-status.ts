import { type SqlBool, sql } from 'kysely'

/**
 * True for a package in the status with the role `ready` or, while the company gives no status that role, in “Listo para
 * retirar”.
 */
export const isReady = sql<SqlBool>`coalesce(s.role = 'ready' or (lower(s.name) = 'listo para retirar' and not exists (
  select from statuses r where r.role = 'ready' and r.deleted_at is null)), false)`

/** The days of Managua that the package `p` is in its status. */
export const waitDays = sql<number>`app_today() - (p.status_since at time zone 'America/Managua')::date`

/** The days that the package `p` in the status `s` waits to be picked up; null while it is not ready. */
export const readyDays = sql<number | null>`case when ${isReady} then ${waitDays} end`
