import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { requireKind } from './kinds.ts'
import { getLoad, type Load, lockLoad } from './queries.ts'

/** Throws `forbidden` for a user who may not write such rows, `import_of_other` for one who neither brought the file in nor is an admin. */
function requireOwn(session: Session, load: Load): Load {
  requireKind(session, load.kind)
  if (!load.mayChange) throw new AppError('import_of_other')
  return load
}

/** Gets a load that the caller may change. Throws `not_found`, `forbidden`, `import_of_other`. */
export const getOwnLoad = async (db: Db, id: string, session: Session): Promise<Load> =>
  requireOwn(session, await getLoad(db, id))

/** Locks a load that the caller may change. Throws what `getOwnLoad` does. */
export const lockOwnLoad = async (db: Db, id: string, session: Session): Promise<Load> =>
  requireOwn(session, await lockLoad(db, id))
