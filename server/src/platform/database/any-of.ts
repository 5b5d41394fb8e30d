import { type RawBuilder, sql } from 'kysely'

/** For `where('id', '=', matchAny(ids))`: PostgreSQL keeps one plan for any number of ids. */
export const matchAny = (ids: string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`
