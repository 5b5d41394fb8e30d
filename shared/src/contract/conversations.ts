import * as z from 'zod/mini'
import { messageStates } from '../domain/message-state.ts'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { prealert } from './prealerts.ts'
import { id, instant, optionalText, requiredText, smallFile, version } from './schema.ts'

const moment = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/, { error: 'Momento no válido' }))

const nullableText = z.nullable(z.string())

export const chatKinds = [
  'text',
  'picture',
  'document',
  'audio',
  'video',
  'sticker',
  'location',
  'contact',
  'other',
] as const
export const chatKind = z.enum(chatKinds)

/** `phone` and `user` are staff, on the phone and here; `rule` is an automatic answer; a `note` never leaves. */
export const threadSource = z.enum(['client', 'phone', 'user', 'rule', 'notice', 'note'])

const colleague = z.object({ id, name: z.string() })

export const conversation = z.object({
  id,
  /** Digits with the country code; null while WhatsApp hides the number. */
  phone: nullableText,
  name: nullableText,
  client: z.nullable(
    z.object({
      id,
      casillero: z.string(),
      name: z.string(),
      allowsMessages: z.boolean(),
      optOutText: nullableText,
    }),
  ),
  /** Several clients have this number, and staff have not chosen the writer. */
  isShared: z.boolean(),
  isWaiting: z.boolean(),
  /** The client's messages since the conversation waits. */
  waitingCount: z.number(),
  hasVoucher: z.boolean(),
  /** The user for whom it is. */
  assignee: z.nullable(colleague),
  /** The newest message with the words that were searched for; null in other calls, and where the client alone has them. */
  hit: z.nullable(z.object({ id, text: z.string() })),
  last: z.object({ kind: chatKind, text: z.string() }),
  lastIncomingAt: instant,
  version: z.number(),
})
export type Conversation = z.infer<typeof conversation>

export const threadEntry = z.object({
  id,
  source: threadSource,
  author: nullableText,
  kind: chatKind,
  /** Text or caption; a document's name is in `file`. */
  text: z.string(),
  seconds: z.nullable(z.number()),
  /** `offered` is fetched on demand. `id` is null until the file was fetched, and if that failed (`lost`) or the file was deleted by age (`expired`). */
  file: z.nullable(
    z.object({
      id: z.nullable(id),
      name: nullableText,
      state: z.enum(['offered', 'fetching', 'kept', 'lost', 'expired']),
    }),
  ),
  /** Null for received entries, and for those written on the phone. */
  state: z.nullable(z.enum(messageStates)),
  error: nullableText,
  voucherId: z.nullable(id),
  /** Staff said that the rule missed. */
  isMissed: z.boolean(),
  at: instant,
  isEdited: z.boolean(),
  isRevoked: z.boolean(),
  /** The client's, then that of the company's phone. */
  reactions: z.array(z.string()),
})
export type ThreadEntry = z.infer<typeof threadEntry>

export const conversationState = z.enum(['waiting', 'attended', 'all'], { error: 'Vista no válida' })
export type ConversationState = z.infer<typeof conversationState>

export const assignedTo = z.enum(['me', 'none'], { error: 'Filtro no válido' })
export type AssignedTo = z.infer<typeof assignedTo>

export const longestReply = 4096

export const noteDraft = z.object({ text: requiredText(longestReply, 'Escriba la nota') })

export const replyDraft = z.object({
  text: requiredText(longestReply, 'Escriba el mensaje'),
  /** The last reply of a colleague that the caller knows, or null; a newer one of the last 20 seconds refuses. Without it nothing does. */
  lastSeenReplyId: z.optional(z.nullable(id)),
})

/** The last reply that the caller knows, as in a reply; a form says null by an empty text. */
const lastSeenInForm = z.optional(
  z.nullable(
    z.union([
      id,
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
    ]),
  ),
)

export const longestCaption = 1024

export const fileReplyDraft = z.object({
  /** The caption. */
  text: optionalText(longestCaption),
  lastSeenReplyId: lastSeenInForm,
  content: z.optional(smallFile),
})

export const readyMade = z.enum(['invoice', 'statement', 'photos', 'address'], { error: 'Elija qué enviar' })
export type ReadyMade = z.infer<typeof readyMade>

/** `sourceId` is the invoice's, or the package's whose photos they are; `number` is the one that people know. */
export const readyPaper = z.object({ paper: readyMade, sourceId: z.nullable(id), number: z.nullable(z.number()) })
export type ReadyPaper = z.infer<typeof readyPaper>

export const conversationDraft = z.object({
  attended: z.boolean({ error: 'Diga si está atendida' }),
  /** The number becomes the client's second phone, if it is new. Null lets the number itself decide. */
  clientId: z.nullable(id),
  /** For whom it is from now on; null is for all, and without it nothing changes. */
  assigneeId: z.optional(z.nullable(id)),
  version,
})
export type ConversationDraft = z.infer<typeof conversationDraft>

export const conversationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/conversations',
    who: 'conversations.answer',
    summary: 'Conversations on WhatsApp, the last that a client wrote in first',
    query: z.object({
      ...listQuery,
      state: z._default(conversationState, 'waiting'),
      clientId: z.optional(id),
      assigned: z.optional(assignedTo),
    }),
    reply: pageReply(conversation),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/conversations/counts',
    who: 'conversations.answer',
    summary:
      'How many conversations wait for a person, and how many of them for the caller, and how many messages were answered by themselves today',
    reply: dataReply(z.object({ waiting: z.number(), mine: z.number(), answered: z.number() })),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/api/conversations/colleagues',
    who: 'conversations.answer',
    summary: 'The users for whom a conversation may be',
    reply: dataReply(z.array(colleague)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/conversations/:id',
    who: 'conversations.answer',
    summary: 'One conversation',
    params: oneRow,
    reply: dataReply(conversation),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/conversations/:id',
    who: 'conversations.answer',
    summary: 'Say that a conversation is attended or waits, whose number it is, and for whom it is',
    params: oneRow,
    body: conversationDraft,
    reply: dataReply(conversation),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/messages',
    who: 'conversations.answer',
    summary:
      'What was written in a conversation, notes and every notice that left, oldest first; the newest, or those before or after a moment, or around an entry',
    params: oneRow,
    query: z.object({
      before: z.optional(moment),
      after: z.optional(moment),
      around: z.optional(id),
      limit: listQuery.limit,
    }),
    reply: dataReply(
      z.object({
        entries: z.array(threadEntry),
        /** Null if there are no older entries. */
        before: z.nullable(instant),
        /** Null if there are no newer entries. */
        after: z.nullable(instant),
        repliers: z.array(z.string()),
      }),
    ),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/messages',
    idempotent: true,
    who: 'conversations.answer',
    summary: 'Answer in a conversation; it leaves before all notices, at night too, and the conversation is attended',
    params: oneRow,
    body: replyDraft,
    reply: dataReply(threadEntry),
    status: 201,
  }),
  hits: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/hits',
    who: 'conversations.answer',
    summary: 'The messages, replies and notes of a conversation with all the words, newest first, at most 200',
    params: oneRow,
    query: z.object({ search: requiredText(100, 'Escriba qué busca') }),
    reply: dataReply(z.array(z.object({ id, at: instant }))),
  }),
  note: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/notes',
    idempotent: true,
    who: 'conversations.answer',
    summary: 'Note something in a conversation for colleagues alone; it never leaves and attends nothing',
    params: oneRow,
    body: noteDraft,
    reply: dataReply(threadEntry),
    status: 201,
  }),
  miss: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/messages/:messageId/miss',
    who: 'conversations.answer',
    summary: 'Say that the answer of a rule was not what the client asked, once',
    params: z.object({ id, messageId: id }),
    reply: emptyReply,
  }),
  replyWithFile: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/files',
    idempotent: true,
    who: 'conversations.answer',
    summary:
      'Answer with a picture or a PDF, as a form with `file`, or a small one as Base64 in `content`; it leaves as a reply does',
    params: oneRow,
    body: fileReplyDraft,
    upload: 'file',
    reply: dataReply(threadEntry),
    status: 201,
  }),
  papers: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/papers',
    who: 'conversations.answer',
    summary: 'What can be sent ready-made to the client of a conversation: invoices, statement, photos, address',
    params: oneRow,
    reply: dataReply(z.array(readyPaper)),
  }),
  sendPaper: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/papers',
    idempotent: true,
    who: 'conversations.answer',
    summary: "Answer with one of the client's own papers, the photos of a package, or their address",
    params: oneRow,
    body: z.object({
      paper: readyMade,
      sourceId: z.optional(z.nullable(id)),
      lastSeenReplyId: z.optional(z.nullable(id)),
    }),
    reply: dataReply(z.array(threadEntry)),
    status: 201,
  }),
  replying: endpoint({
    method: 'PUT',
    path: '/api/conversations/:id/replying',
    who: 'conversations.answer',
    summary:
      'Say that the caller writes a reply, which their colleagues see in the thread for eight seconds, or no longer does',
    params: oneRow,
    body: z.object({ replying: z.boolean({ error: 'Diga si está respondiendo' }) }),
    reply: emptyReply,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/files/:fileId',
    who: 'conversations.answer',
    summary: 'A picture, a PDF or a voice message of a conversation; a PDF comes as an attachment',
    params: z.object({ id, fileId: id }),
    file: 'image/webp',
    otherFile: 'application/pdf',
  }),
  fetchAudio: endpoint({
    method: 'PUT',
    path: '/api/conversations/:id/messages/:messageId/audio',
    who: 'conversations.answer',
    summary: 'Fetch a voice message, whose file the thread then has',
    params: z.object({ id, messageId: id }),
    reply: emptyReply,
  }),
  useAsInvoice: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/files/:fileId/invoice',
    idempotent: true,
    who: 'packages.write',
    summary:
      "Take a file that a client sent for the store's invoice of one of their purchases, announced or received; it takes the place of an earlier one",
    params: z.object({ id, fileId: id }),
    body: z.object({ prealertId: z.optional(z.nullable(id)), packageId: z.optional(z.nullable(id)) }),
    reply: dataReply(prealert),
    status: 201,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/files/:fileId/voucher',
    idempotent: true,
    who: 'payments.write',
    summary: 'Take a file that a client sent for the proof of a transfer, once',
    params: z.object({ id, fileId: id }),
    reply: dataReply(z.object({ id })),
    status: 201,
  }),
}
