import type { ColumnType } from 'kysely'

/** ISO 8601 in UTC. */
export type Instant = string
/** Written only when the row is inserted. */
export type Fixed<T> = ColumnType<T, T, never>
