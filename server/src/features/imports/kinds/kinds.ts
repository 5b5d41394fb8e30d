import { type ImportKind, importKinds } from '@casillero/shared/domain/import-fields'
import { mayCaller, requireRight } from '../../../platform/auth/require-right.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getLoad, type Load, lockLoad } from '../queries.ts'
import { chargesKind } from './charges-kind.ts'
import { clientsKind } from './clients-kind.ts'
import type { Kind } from './kind.ts'
import { packagesKind } from './packages-kind.ts'
import { prealertsKind } from './prealerts-kind.ts'
import { statusesKind } from './statuses-kind.ts'
import { tariffsKind } from './tariffs-kind.ts'

export const kinds: Record<ImportKind, Kind> = {
  clients: clientsKind,
  packages: packagesKind,
  statuses: statusesKind,
  tariffs: tariffsKind,
  charges: chargesKind,
  prealerts: prealertsKind,
}

/** Throws if the user may not write what is imported. */
export const requireKind = (session: Session, kind: ImportKind): void => requireRight(session, kinds[kind].right)

/** Lists the kinds that the user may see. */
export const listKinds = (session: Session): ImportKind[] =>
  importKinds.filter((kind) => mayCaller(session, kinds[kind].right))

/** Throws `forbidden`, `import_of_other`. */
function requireOwn(session: Session, load: Load): Load {
  requireKind(session, load.kind)
  if (!load.mayChange) throw new AppError('import_of_other')
  return load
}

export const getOwnLoad = async (db: Db, id: string, session: Session): Promise<Load> =>
  requireOwn(session, await getLoad(db, id))

export const lockOwnLoad = async (db: Db, id: string, session: Session): Promise<Load> =>
  requireOwn(session, await lockLoad(db, id))
