import type { Database, Session } from '../../../server/src/platform/database/database.ts'
import type { World } from '../../support/world.ts'
import { rewriteFunction } from './on-world.ts'

/** A server that takes every signed-in user for another user. */
export const asOtherSession =
  (other: Partial<Session>) =>
  (database: Database): Database => {
    const seen = (session: Session | undefined): Session | undefined => session && { ...session, ...other }
    return {
      ...database,
      readAsSession: (credentials, authorise, run) =>
        database.readAsSession(credentials, (session) => authorise(seen(session)), run),
      asSession: (credentials, run) => database.asSession(credentials, (db, session) => run(db, seen(session))),
    }
  }

/** A database that takes every user for an admin of a company that runs the platform. */
export const makeEveryUserOperator = (world: World): Promise<void> =>
  rewriteFunction(world, 'is_operator_admin', /select exists \([\s\S]*\)(?=\s*\$function)/, 'select true')
