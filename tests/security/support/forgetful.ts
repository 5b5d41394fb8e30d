import { CompiledQuery } from 'kysely'
import type { Database, Db } from '../../../server/src/platform/database/database.ts'
import { openHandle } from '../../../server/src/platform/database/kysely-handle.ts'

/** A product whose authors forgot a part of their statements, such as the row locks. */
export const forgetting =
  (part: RegExp, instead = '') =>
  (database: Database): Database => {
    /** The same transaction, but every statement loses that part on its way. */
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
      asAnonymous: (stranger, run) => database.asAnonymous(stranger, (db) => run(forget(db))),
      asUser: (actor, run) => database.asUser(actor, (db) => run(forget(db))),
    }
  }

/** Every row lock that a statement of ours asks for. */
export const rowLocks = / for (?:no key update|update|share|key share)(?: of "?\w+"?)?(?: skip locked)?/g
