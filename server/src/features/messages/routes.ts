import { messageEndpoints } from '@casillero/shared/contract/messages'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { allowMessages } from './allow-messages.ts'
import { cancelMessage } from './cancel-message.ts'
import { releaseMessages } from './held-messages.ts'
import { isCorrectionDue, notifyCorrection } from './notify-correction.ts'
import { listMessages } from './queries.ts'
import { readConnection } from './read-connection.ts'
import { refuseQueue } from './refuse-queue.ts'
import { resendMessage } from './resend-message.ts'
import { summariseQueue } from './summarise-queue.ts'

export const messageRoutes: Route[] = [
  serve(messageEndpoints.list, async (db, { query }, session) => {
    refuseQueue(query, session)
    return await listMessages(db, query)
  }),
  serve(messageEndpoints.summary, (db) => summariseQueue(db)),
  serve(messageEndpoints.connection, (db) => readConnection(db)),
  serve(messageEndpoints.release, async (db, { body }, session) => ({
    messages: await releaseMessages(db, body.action, session),
  })),
  serve(messageEndpoints.resend, (db, { params }) => resendMessage(db, params.id)),
  serve(messageEndpoints.cancel, (db, { params }, session) => cancelMessage(db, params.id, session)),
  serve(messageEndpoints.correctionDue, async (db, { params }) => ({ isDue: await isCorrectionDue(db, params.id) })),
  serve(messageEndpoints.correct, async (db, { body }) => ({ messages: await notifyCorrection(db, body.packageIds) })),
  serve(messageEndpoints.allow, (db, { params, body }) => allowMessages(db, params.id, body.allowed)),
]
