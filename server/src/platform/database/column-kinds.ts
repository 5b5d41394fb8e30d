import type { ColumnType } from 'kysely'

/** ISO 8601 in UTC. */
export type Instant = string
/** Written once, when the row is made. */
export type Fixed<T> = ColumnType<T, T, never>
