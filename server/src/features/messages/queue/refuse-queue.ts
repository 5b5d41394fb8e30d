import { requireRight } from '../../../platform/auth/require-right.ts'
import type { Session } from '../../../platform/database/database.ts'

/** Requires rights for messages that are not of one package or client. */
export function refuseQueue(
  query: { packageId?: string | undefined; clientId?: string | undefined },
  session: Session,
): void {
  if (query.packageId === undefined && query.clientId === undefined) requireRight(session, 'messageQueue.read')
}
