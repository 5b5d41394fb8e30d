import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database, Db } from '../src/platform/database.ts'
import type { Tables } from '../src/platform/tables.ts'

const nothing = async () => undefined

/** The same transaction, but every statement passes through `rewrite` on its way. */
function rewriting(db: Db, rewrite: (sql: string) => string): Db {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      db.executeQuery<R>({ ...query, sql: rewrite(query.sql), query: query.query }),
    streamQuery() {
      throw new Error('Streaming is not used')
    },
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
      createIntrospector: (within) => new PostgresIntrospector(within),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** A product whose authors forgot a part of their statements, such as the row locks. */
export const forgetting =
  (part: RegExp, instead = '') =>
  (database: Database): Database => {
    const forget = (db: Db) => rewriting(db, (sql) => sql.replace(part, instead))
    return {
      ...database,
      asSession: (credentials, run) => database.asSession(credentials, (db, session) => run(forget(db), session)),
      asNobody: (run) => database.asNobody((db) => run(forget(db))),
      asUser: (actor, run) => database.asUser(actor, (db) => run(forget(db))),
    }
  }

/** Every row lock that a statement of ours asks for. */
export const rowLocks = / for (?:no key update|update|share|key share)(?: of "?\w+"?)?(?: skip locked)?/g
