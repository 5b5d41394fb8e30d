import { endOwnSessions } from '../../platform/auth/session.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

export async function endOneSession(db: Db, id: string, { sessionId }: Session): Promise<null> {
  const ended = await endOwnSessions(db, { only: id, calledFrom: sessionId })
  if (ended === 0) throw new AppError('not_found')
  return null
}

export async function endOtherSessions(db: Db, { sessionId }: Session): Promise<null> {
  await endOwnSessions(db, { but: sessionId, calledFrom: sessionId })
  return null
}

export async function endAllSessions(db: Db, { sessionId }: Session): Promise<null> {
  await endOwnSessions(db, { calledFrom: sessionId })
  return null
}
