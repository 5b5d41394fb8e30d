import { type ImportKind, importKinds } from '@casillero/shared/domain/import-fields'
import { may } from '@casillero/shared/domain/permissions'
import type { Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
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

const mayWrite = ({ userType, isOperator }: Session, kind: ImportKind): boolean =>
  may({ type: userType, isOperator }, kinds[kind].right)

/** Throws `forbidden` for a user who may not write what is imported. */
export function requireRight(session: Session, kind: ImportKind): void {
  if (!mayWrite(session, kind)) throw new AppError('forbidden')
}

/** The kinds of loads that a user sees. */
export const listKinds = (session: Session): ImportKind[] => importKinds.filter((kind) => mayWrite(session, kind))
