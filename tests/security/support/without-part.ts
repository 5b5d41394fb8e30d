import { CompiledQuery } from 'kysely'
import type { Database, Db } from '../../../server/src/platform/database/database.ts'
import { openHandle } from '../../../server/src/platform/database/kysely-handle.ts'

/** Makes a product without a part of its statements, such as the row locks. */
export const withoutPart =
  (part: RegExp, instead = '') =>
  (database: Database): Database => {
    /** Wraps a transaction, so that every statement loses that part. */
    const forget = (db: Db): Db =>
      openHandle(async ({ text, values }) => {
        const query = CompiledQuery.raw(text.replace(part, instead), [...values])
        const { rows, numAffectedRows } = await db.executeQuery<Record<string, unknown>>(query)
        return {
          rows,
          command: numAffectedRows === undefined ? 'SELECT' : 'UPDATE',
          rowCount: Number(numAffectedRows ?? rows.length),
        }
      }).db
    return {
      ...database,
      readAsSession: (credentials, authorise, run) =>
        database.readAsSession(credentials, authorise, (db) => run(forget(db))),
      asSession: (credentials, run) => database.asSession(credentials, (db, session) => run(forget(db), session)),
      withoutCompany: (run) => database.withoutCompany((db) => run(forget(db))),
      asAnonymous: (caller, run) => database.asAnonymous(caller, (db) => run(forget(db))),
      asUser: (actor, run) => database.asUser(actor, (db) => run(forget(db))),
    }
  }

/** Matches the row locks of the product's statements. */
export const rowLocks = / for (?:no key update|update|share|key share)(?: of "?\w+"?)?(?: skip locked)?/g
