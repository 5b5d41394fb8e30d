import { type ImportKind, importKinds } from '@casillero/shared/domain/import-fields'
import { mayCaller, requireRight } from '../../platform/auth/require-right.ts'
import type { Session } from '../../platform/database/database.ts'
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

/** Throws what `requireRight` does for a user who may not write what is imported. */
export const requireKind = (session: Session, kind: ImportKind): void => requireRight(session, kinds[kind].right)

/** The kinds of loads that a user sees. */
export const listKinds = (session: Session): ImportKind[] =>
  importKinds.filter((kind) => mayCaller(session, kinds[kind].right))
