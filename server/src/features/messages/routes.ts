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
  serve(messageEndpoints.summary, async (db) => ({ data: await summariseQueue(db) })),
  serve(messageEndpoints.connection, async (db) => ({ data: await readConnection(db) })),
  serve(messageEndpoints.release, async (db, { body }, session) => ({
    data: { messages: await releaseMessages(db, body.action, session) },
  })),
  serve(messageEndpoints.resend, async (db, { params }) => ({ data: await resendMessage(db, params.id) })),
  serve(messageEndpoints.cancel, async (db, { params }, session) => ({
    data: await cancelMessage(db, params.id, session),
  })),
  serve(messageEndpoints.correctionDue, async (db, { params }) => ({
    data: { isDue: await isCorrectionDue(db, params.id) },
  })),
  serve(messageEndpoints.correct, async (db, { body }) => ({
    data: { messages: await notifyCorrection(db, body.packageIds) },
  })),
  serve(messageEndpoints.allow, async (db, { params, body }) => ({
    data: await allowMessages(db, params.id, body.allowed),
  })),
]
