import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Set by the database from the transaction; no statement of ours names the company. */
export type Tenant = { company_id: GeneratedAlways<string>; id: Generated<string> }
export type Versioned = { version: GeneratedAlways<number> }
/** ISO 8601 in UTC. */
export type Instant = string
/** Written once, when the row is made. */
export type Fixed<T> = ColumnType<T, T, never>
