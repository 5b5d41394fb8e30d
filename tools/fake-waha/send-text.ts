import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Behaviour, behaviours, engineError, misbehave, statusGuard } from './behaviours.ts'
import type { Messages } from './messages.ts'
import type { Session } from './session.ts'
import type { FakeWahaTimes } from './times.ts'
import type { Webhooks } from './webhooks.ts'

/** A message that left for a phone. */
export type SentMessage = { session: string; chatId: string; text: string; id: string; at: string }

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

/** Answers `POST /api/sendText` with the gateway's own checks, and no others. */
export async function sendText(sending: Sending, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked: Record<string, unknown> = Object(request.body)
  const { session: name, chatId, text, id: wantedId } = asked
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
  if (typeof chatId !== 'string') {
    return reply.code(500).send(engineError(request, 'phone.includes is not a function', 'TypeError'))
  }
  if (typeof text !== 'string') {
    const message = "Cannot read properties of undefined (reading 'match')"
    return reply.code(500).send(engineError(request, message, 'TypeError'))
  }
  const behaviour = sending.nextBehaviour()
  const { isSent, isAcknowledged } = behaviours[behaviour]
  const id = typeof wantedId === 'string' ? wantedId : `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
  const address = chatId.includes('@') ? chatId : `${chatId}@c.us`
  sending.tries.push({ id, text, behaviour })
  const jid = address.replace('@c.us', '@s.whatsapp.net')
  if (isSent) {
    sending.sent.push({ session: name, chatId: address, text, id, at: new Date().toISOString() })
    const key = { remoteJid: jid, fromMe: true, id, addressingMode: 'pn' }
    const timestamp = Math.floor(Date.now() / 1000)
    sending.messages.keep(name, { key, from: address, timestamp, source: 'api', text })
  }
  if (isAcknowledged) acknowledge(sending, session, address, id)
  if (await misbehave(behaviour, sending.times.slowMs, request, reply)) return reply
  return reply.code(201).send({
    key: { remoteJid: jid, fromMe: true, id },
    message: { extendedTextMessage: { text } },
    messageTimestamp: String(Math.floor(Date.now() / 1000)),
    status: 'PENDING',
  })
}
