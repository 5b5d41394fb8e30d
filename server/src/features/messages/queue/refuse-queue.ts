import { mayCaller, requireRight } from '../../../platform/auth/require-right.ts'
import type { Session } from '../../../platform/database/database.ts'

/**
 * Requires rights for messages that are not of one package or client. What was written in a conversation is shown to users who may read
 * that.
 */
export function refuseQueue<Query extends { packageId?: string | undefined; clientId?: string | undefined }>(
  query: Query,
  session: Session,
): Query & { isWithReplies: boolean } {
  if (query.packageId === undefined && query.clientId === undefined) requireRight(session, 'messageQueue.read')
  return { ...query, isWithReplies: mayCaller(session, 'conversations.answer') }
}
