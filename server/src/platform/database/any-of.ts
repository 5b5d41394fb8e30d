import { type RawBuilder, sql } from 'kysely'

/**
 * The array form of `in`, for `where('id', '=', matchAny(ids))`: the statement reads the same for any number of ids, so that
 * PostgreSQL keeps one plan instead of one for each count.
 */
export const matchAny = (ids: string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`
