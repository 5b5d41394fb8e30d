import { accountEndpoints } from '@casillero/shared/contract/account'
import { type Route, serve, serveInSteps } from '../../platform/http/endpoint.ts'
import { changePassword } from './change-password.ts'
import { endAllSessions, endOneSession, endOtherSessions } from './end-sessions.ts'
import { listOwnSessions } from './queries.ts'

export const accountRoutes: Route[] = [
  serveInSteps(accountEndpoints.changePassword, async (asCaller, { body }) => ({
    data: await changePassword(asCaller, body),
  })),
  serve(accountEndpoints.listSessions, async (db, _input, { sessionId }) => ({
    data: await listOwnSessions(db, sessionId),
  })),
  serve(accountEndpoints.endSession, async (db, { params }, session) => ({
    data: await endOneSession(db, params.id, session),
  })),
  serve(accountEndpoints.endOtherSessions, async (db, _input, session) => ({
    data: await endOtherSessions(db, session),
  })),
  serve(accountEndpoints.endAllSessions, async (db, _input, session) => ({ data: await endAllSessions(db, session) })),
]
