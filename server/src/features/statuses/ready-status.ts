import { type SqlBool, sql } from 'kysely'

/** The role `ready` or, while no status has it, “Listo para retirar”. */
export const isReady = sql<SqlBool>`coalesce(s.role = 'ready' or (lower(s.name) = 'listo para retirar' and not exists (
  select from statuses r where r.role = 'ready' and r.deleted_at is null)), false)`

/** Days in Managua, of the package `p`. */
export const waitDays = sql<number>`app_today() - (p.status_since at time zone 'America/Managua')::date`

/** Null unless it is ready. */
export const readyDays = sql<number | null>`case when ${isReady} then ${waitDays} end`
