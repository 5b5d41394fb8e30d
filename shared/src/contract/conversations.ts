import * as z from 'zod/mini'
import { messageStates } from '../domain/message-state.ts'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { id, instant, requiredText, version } from './schema.ts'

/** A moment as the answers write it. */
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

/** The writer of an entry of a thread: the client, staff on the phone itself, staff here, a rule that answers, or a notice of the company. */
export const threadSource = z.enum(['client', 'phone', 'user', 'rule', 'notice'])

/** The chat with a number on WhatsApp. */
export const conversation = z.object({
  id,
  /** With its country, digits only; null while WhatsApp hides it behind an alias. */
  phone: nullableText,
  /** The name that the writer gave themselves on WhatsApp. */
  name: nullableText,
  client: z.nullable(
    z.object({
      id,
      casillero: z.string(),
      name: z.string(),
      allowsMessages: z.boolean(),
      /** A text that may ask for no more notices, for a person to ask about. */
      optOutText: nullableText,
    }),
  ),
  /** Several clients have the number as their phone, and it is not said yet who of them writes. */
  isShared: z.boolean(),
  /** It waits for a person. */
  isWaiting: z.boolean(),
  /** The number of messages of the client since it waits. */
  waitingCount: z.number(),
  /** A transfer that the client sent waits to be checked. */
  hasVoucher: z.boolean(),
  /** The last entry that came from the client. */
  last: z.object({ kind: chatKind, text: z.string() }),
  lastIncomingAt: instant,
  version: z.number(),
})
export type Conversation = z.infer<typeof conversation>

/** One entry of a thread. */
export const threadEntry = z.object({
  id,
  source: threadSource,
  /** The user, the rule or the notice; null for the client and the phone. */
  author: nullableText,
  kind: chatKind,
  /** Text or caption; of a document its name stands in `file`. */
  text: z.string(),
  /** Seconds of audio and video. */
  seconds: z.nullable(z.number()),
  /** `id` is null while it is fetched, and where it could not be; `lost` says the latter, `expired` that it was kept long enough. */
  file: z.nullable(
    z.object({ id: z.nullable(id), name: nullableText, state: z.enum(['fetching', 'kept', 'lost', 'expired']) }),
  ),
  /** Of what leaves from here; null for what came, and for what was written on the phone. */
  state: z.nullable(z.enum(messageStates)),
  error: nullableText,
  /** The voucher that was made of its file. */
  voucherId: z.nullable(id),
  at: instant,
  isEdited: z.boolean(),
  isRevoked: z.boolean(),
})
export type ThreadEntry = z.infer<typeof threadEntry>

export const conversationState = z.enum(['waiting', 'attended', 'all'], { error: 'Vista no válida' })
export type ConversationState = z.infer<typeof conversationState>

export const longestReply = 4096

export const replyDraft = z.object({ text: requiredText(longestReply, 'Escriba el mensaje') })

export const conversationDraft = z.object({
  attended: z.boolean({ error: 'Diga si está atendida' }),
  /** The client whose number it is; it becomes their second phone unless they have it already. Null leaves it to the number itself. */
  clientId: z.nullable(id),
  version,
})
export type ConversationDraft = z.infer<typeof conversationDraft>

/** The calls of the screen `Conversaciones`. */
export const conversationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/conversations',
    who: 'conversations.answer',
    summary: 'Conversations on WhatsApp, the last that a client wrote in first',
    query: z.object({ ...listQuery, state: z._default(conversationState, 'waiting'), clientId: z.optional(id) }),
    reply: pageReply(conversation),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/conversations/counts',
    who: 'conversations.answer',
    summary: 'How many conversations wait for a person, and how many messages were answered by themselves today',
    reply: dataReply(z.object({ waiting: z.number(), answered: z.number() })),
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
    summary: 'Say that a conversation is attended or waits, and whose number it is',
    params: oneRow,
    body: conversationDraft,
    reply: dataReply(conversation),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/messages',
    who: 'conversations.answer',
    summary: 'What was written in a conversation and every notice that left, oldest first; the newest without `before`',
    params: oneRow,
    query: z.object({ before: z.optional(moment), limit: listQuery.limit }),
    reply: dataReply(
      z.object({
        entries: z.array(threadEntry),
        /** The `before` of the entries further back; null where there are none. */
        before: z.nullable(instant),
        /** The names of the other users who write a reply just now. */
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
    summary: 'A picture or a PDF that a client sent; a PDF comes as an attachment',
    params: z.object({ id, fileId: id }),
    file: 'image/webp',
    otherFile: 'application/pdf',
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
