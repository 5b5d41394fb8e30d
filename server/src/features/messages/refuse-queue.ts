import { may } from '@casillero/shared/domain/permissions'
import type { Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** Throws `forbidden` to a user who may not see the queue: the messages of no one package and no one client. */
export function refuseQueue(
  query: { packageId?: string | undefined; clientId?: string | undefined },
  { userType, isOperator }: Session,
): void {
  const isQueue = query.packageId === undefined && query.clientId === undefined
  if (isQueue && !may({ type: userType, isOperator }, 'messageQueue.read')) throw new AppError('forbidden')
}
