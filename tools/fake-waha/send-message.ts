import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Behaviour, behaviours, engineError, misbehave, statusGuard } from './behaviours.ts'
import type { Messages } from './messages.ts'
import type { Session } from './session.ts'
import type { FakeWahaTimes } from './times.ts'
import type { Webhooks } from './webhooks.ts'

const sentFile = z.object({ mimetype: z.string(), filename: z.optional(z.string()), data: z.string() })

/** A message that left for a phone; of one with a file the text is the caption. */
export type SentMessage = {
  session: string
  chatId: string
  text: string
  id: string
  at: string
  file?: { mimetype: string; name: string | undefined; content: Buffer }
}

/** A requested send, with any outcome. */
export type Try = { id: string; text: string; behaviour: Behaviour }

export type Sending = {
  times: FakeWahaTimes
  webhooks: Webhooks
  sent: SentMessage[]
  tries: Try[]
  messages: Messages
  sessionOf(name: string): Session | undefined
  nextBehaviour(): Behaviour
  /** The gateway's version; those before 2026.6.1 keep the session `default` alone, and send no files. */
  version(): string
}

const acks = [
  { ack: 2, ackName: 'DEVICE' },
  { ack: 3, ackName: 'READ' },
]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function acknowledge({ times, webhooks }: Sending, session: Session, chatId: string, id: string): void {
  for (const [index, level] of acks.entries()) {
    const payload = { id: `true_${chatId}_${id}`, from: chatId, fromMe: true, ...level }
    setTimeout(() => webhooks.send(session.source, 'message.ack', payload), times.acksMs[index]).unref()
  }
}

const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/** Answers `POST /api/sendText`, `sendImage` and `sendFile` with the gateway's own checks, and no others. */
export async function sendMessage(
  sending: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked: Record<string, unknown> = Object(request.body)
  const { session: name, chatId } = asked
  const isFile = request.url !== '/api/sendText'
  if (typeof name !== 'string' || name === '') {
    return reply.code(400).send({ message: 'Session name is required', error: 'Bad Request', statusCode: 400 })
  }
  const session = sending.sessionOf(name)
  if (!session) {
    await wait(sending.times.notRunningMs)
    return reply.code(422).send({ error: `Session "${name}" does not exist`, session: name })
  }
  if (session.status !== 'WORKING') {
    const { notRunningMs, wrongStatusMs } = sending.times
    await wait(session.status === 'STOPPED' ? notRunningMs : wrongStatusMs)
    if (session.status !== 'WORKING') {
      return reply.code(422).send(statusGuard(name, session.status, 'WORKING'))
    }
  }
  if (isFile && /^2026\.[1-5]\./.test(sending.version())) {
    const message =
      "The feature is available only in Plus version for 'NOWEB' engine. Check this out: https://waha.devlike.pro/"
    return reply.code(422).send({ message, error: 'Unprocessable Entity', statusCode: 422 })
  }
  if (typeof chatId !== 'string') {
    return reply.code(500).send(engineError(request, 'phone.includes is not a function', 'TypeError'))
  }
  const text = isFile ? (asked.caption ?? '') : asked.text
  const file = isFile ? sentFile.safeParse(asked.file).data : undefined
  if (typeof text !== 'string' || (isFile && file === undefined)) {
    const message = `Cannot read properties of undefined (reading '${isFile ? 'mimetype' : 'match'}')`
    return reply.code(500).send(engineError(request, message, 'TypeError'))
  }
  const behaviour = sending.nextBehaviour()
  const { isSent, isAcknowledged } = behaviours[behaviour]
  // Calls with a file take no id.
  const id = typeof asked.id === 'string' && !isFile ? asked.id : newId()
  const address = chatId.includes('@') ? chatId : `${chatId}@c.us`
  sending.tries.push({ id, text, behaviour })
  const jid = address.replace('@c.us', '@s.whatsapp.net')
  const content = file && { mimetype: file.mimetype, name: file.filename, content: Buffer.from(file.data, 'base64') }
  if (isSent) {
    sending.sent.push({
      ...{ session: name, chatId: address, text, id, at: new Date().toISOString() },
      ...(content && { file: content }),
    })
    const key = { remoteJid: jid, fromMe: true, id, addressingMode: 'pn' }
    const timestamp = Math.floor(Date.now() / 1000)
    const known = content && {
      file: { mimetype: content.mimetype, name: content.name ?? '', content: content.content },
    }
    sending.messages.keep(name, { key, from: address, timestamp, source: 'api', text, ...known })
  }
  if (isAcknowledged) acknowledge(sending, session, address, id)
  if (await misbehave(behaviour, sending.times.slowMs, request, reply)) return reply
  return reply.code(201).send({
    key: { remoteJid: jid, fromMe: true, id },
    message: file ? { [describeMedia(file.mimetype)]: { mimetype: file.mimetype } } : { extendedTextMessage: { text } },
    messageTimestamp: String(Math.floor(Date.now() / 1000)),
    status: 'PENDING',
  })
}

const describeMedia = (mimetype: string): string => (mimetype.startsWith('image/') ? 'imageMessage' : 'documentMessage')
