import { accountEndpoints } from '@casillero/shared/contract/account'
import { type Route, serve, serveInSteps } from '../../platform/http/endpoint.ts'
import { changePassword } from './change-password.ts'
import { endAllSessions, endOneSession, endOtherSessions } from './end-sessions.ts'
import { listOwnSessions } from './queries.ts'

export const accountRoutes: Route[] = [
  serveInSteps(accountEndpoints.changePassword, (asCaller, { body }) => changePassword(asCaller, body)),
  serve(accountEndpoints.listSessions, (db, _input, { sessionId }) => listOwnSessions(db, sessionId)),
  serve(accountEndpoints.endSession, (db, { params }, session) => endOneSession(db, params.id, session)),
  serve(accountEndpoints.endOtherSessions, (db, _input, session) => endOtherSessions(db, session)),
  serve(accountEndpoints.endAllSessions, (db, _input, session) => endAllSessions(db, session)),
]
