import { accountEndpoints, type PasswordChange } from '@casillero/shared/contract/account'
import type { EndedAccess } from '@casillero/shared/contract/users'
import { hashPassword, runInTurn } from '../../platform/auth/password.ts'
import { countAccess, endOwnSessions, forgetFailedSignIns } from '../../platform/auth/session.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type AsCaller, type Route, serve, serveInSteps } from '../../platform/http/endpoint.ts'
import { readOwnPassword, requirePassword } from './own-password.ts'
import { listOwnSessions } from './queries.ts'

export const accountRoutes: Route[] = [
  serveInSteps(accountEndpoints.changePassword, (asCaller, { body }) => changePassword(asCaller, body)),
  serve(accountEndpoints.listSessions, (db, _input, { sessionId }) => listOwnSessions(db, sessionId)),
  serve(accountEndpoints.endSession, (db, { params }, session) => endOneSession(db, params.id, session)),
  serve(accountEndpoints.endOtherSessions, (db, _input, session) => endOtherSessions(db, session)),
  serve(accountEndpoints.endAllSessions, (db, _input, session) => endAllSessions(db, session)),
]

async function endOneSession(db: Db, id: string, { sessionId }: Session): Promise<null> {
  const ended = await endOwnSessions(db, { only: id, calledFrom: sessionId })
  if (ended === 0) throw new AppError('not_found')
  return null
}

async function endOtherSessions(db: Db, { sessionId }: Session): Promise<null> {
  await endOwnSessions(db, { but: sessionId, calledFrom: sessionId })
  return null
}

async function endAllSessions(db: Db, { sessionId }: Session): Promise<null> {
  await endOwnSessions(db, { calledFrom: sessionId })
  return null
}

/** Ends the caller's other sessions and tokens. docs/product/companies-and-users.md, "My account". */
async function changePassword(asCaller: AsCaller, draft: PasswordChange): Promise<EndedAccess> {
  const known = await readOwnPassword(asCaller)
  const password_hash = await runInTurn(known, async () => {
    await requirePassword(known, draft.currentPassword)
    return await hashPassword(draft.password)
  })
  return await asCaller(async (db, { userId, sessionId }) => {
    const ended = await countAccess(db, userId, sessionId)
    const changed = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', known.passwordHash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('stale')
    await endOwnSessions(db, { but: sessionId, calledFrom: sessionId })
    await forgetFailedSignIns(db, { id: userId, ...known })
    return ended
  })
}
