import { randomUUID } from 'node:crypto'
import { conversationEndpoints as calls } from '@casillero/shared/contract/conversations'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { countConversations, getConversation, listConversations } from './conversation-view.ts'
import { listHits } from './hits.ts'
import { addNote } from './notes.ts'
import { listColleagues, noteReplying } from './repliers.ts'
import { replyWithFile } from './reply-with-file.ts'
import { listPapers, sendPaper } from './send-paper.ts'
import { fetchAudio, getConversationFile, noteMiss, readThread, verifyFile } from './thread.ts'
import { replyTo, updateConversation } from './update-conversation.ts'
import { useAsInvoice } from './use-as-invoice.ts'

export const conversationRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listConversations(db, query)),
  serveReading(calls.counts, (db) => countConversations(db)),
  serveReading(calls.colleagues, (db) => listColleagues(db)),
  serveReading(calls.get, (db, { params }) => getConversation(db, params.id)),
  serve(calls.update, (db, { params, body }, session) => updateConversation(db, params.id, body, session)),
  serveReading(calls.thread, (db, { params, query }) => readThread(db, params.id, query)),
  serve(calls.reply, (db, { params, body }, session) =>
    replyTo(db, params.id, { ...body, key: randomUUID() }, session),
  ),
  serveReading(calls.hits, (db, { params, query }) => listHits(db, params.id, query.search)),
  serve(calls.note, (db, { params, body }) => addNote(db, params.id, body.text)),
  serve(calls.miss, (db, { params }) => noteMiss(db, params.id, params.messageId)),
  serveInSteps(
    calls.replyWithFile,
    (asCaller, { params, body, file }, once, party) =>
      replyWithFile(asCaller, params.id, { ...body, file }, { once, party }),
    { isAllInOnce: true },
  ),
  serveReading(calls.papers, (db, { params }) => listPapers(db, params.id)),
  serveInSteps(
    calls.sendPaper,
    (asCaller, { params, body }, once, _party, draw) => sendPaper(asCaller, params.id, body, { once, draw }),
    { isAllInOnce: true },
  ),
  serve(calls.replying, async (db, { params, body }) => {
    await noteReplying(db, params.id, body.replying)
    return null
  }),
  serve(calls.fetchAudio, (db, { params }) => fetchAudio(db, params.id, params.messageId)),
  serve(calls.verify, (db, { params }) => verifyFile(db, params.id, params.fileId)),
  serve(calls.useAsInvoice, (db, { params, body }) => useAsInvoice(db, params.id, params.fileId, body)),
  serveFile(calls.file, (db, { params }) => getConversationFile(db, params.id, params.fileId)),
]
