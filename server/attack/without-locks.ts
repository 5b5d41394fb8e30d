import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Database, Db } from '../src/platform/database.ts'

const unlocked: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode =>
    node.kind === 'SelectQueryNode' ? Object.freeze({ ...node, endModifiers: [] }) : node,
  transformResult: async ({ result }) => result,
}

/** The handle of a feature that forgot to lock the rows it decides on: every `for update` and `for share` is left out. */
function forgetful(db: Db): Db {
  const plain = db.withPlugin(unlocked)
  return new Proxy(plain, {
    get(_, name) {
      const value: unknown = Reflect.get(plain, name)
      if (name === 'executeQuery') {
        // Prepared statements are text already when they come by.
        return (query: { sql: string }) =>
          plain.executeQuery(Object({ ...query, sql: query.sql.replace(/ for (update|share)( of "\w+")?$/, '') }))
      }
      return typeof value === 'function' ? value.bind(plain) : value
    },
  })
}

/** A wiring in which no feature locks the rows that it decides on. */
export const withoutLocks = (database: Database): Database => ({
  ...database,
  asSession: (credentials, run) => database.asSession(credentials, (db, session) => run(forgetful(db), session)),
})
