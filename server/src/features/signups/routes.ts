import { signupEndpoints as calls } from '@casillero/shared/contract/signups'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { approveSignup, joinSignup, rejectSignup, releaseClient, undoApproval } from './decide-signup.ts'
import { countSignups, getSignup, listSignups } from './signup-view.ts'

export const signupRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listSignups(db, query)),
  serveReading(calls.counts, (db) => countSignups(db)),
  serve(calls.approve, (db, { params, body }, session) => approveSignup(db, params.id, body, session)),
  serve(calls.undo, async (db, { params }) => {
    await undoApproval(db, params.id)
    return await getSignup(db, params.id)
  }),
  serve(calls.join, (db, { params, body }, session) => joinSignup(db, params.id, body.clientId, session)),
  serve(calls.reject, (db, { params, body }, session) => rejectSignup(db, params.id, body.reason, session)),
  serve(calls.release, (db, { params }) => releaseClient(db, params.id)),
]
