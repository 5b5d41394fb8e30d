import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letPass, receiveChat, turnOnAnswers } from '../../../../tests/support/conversations.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import type { ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { receiveEvent } from './receive-event.ts'

const world = shareWorld()
const shop = openShops(world)

/** A rule answers and attends what is plain, answers what is mixed and leaves it to a person too, and answers nothing that is free. */
const sentences = {
  plain: ['mis paquetes', 'hola, mis paquetes', 'buenas, ya vino mi paquete'],
  mixed: ['Me robaron mi paquete', 'mis paquetes y a qué hora abren', 'ya vino mi paquete, pero sin la caja'],
  free: ['Mañana paso con mi hermana', 'Hola', 'Me lo guarda, por favor'],
}
const kinds = ['plain', 'mixed', 'free'] as const
const readText = (which: number): string => sentences[kinds[which % 3] ?? 'free'][Math.floor(which / 3)] ?? ''

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

type Said = {
  gatewayId: string
  which: number
  text: string
  at: number
  editedAt: number | null
  /** Null once it is attended. */
  waitsFrom: number | null
  isAnswered: boolean
  keptAt: number
}

/** A chat as docs/product says it, by a clock that `pass` moves on. Times in milliseconds. */
class ModelChat {
  passed = 0
  /** Counts what makes a version stale. */
  changes = 0
  /** Counts what no user has seen yet. */
  news = 0
  readonly messages: Said[] = []
  readonly phoneWords: { gatewayId: string; text: string; at: number; isDeleted: boolean }[] = []
  readonly replies: { id: string; clerk: number; text: string; at: number }[] = []
  readonly answers: number[] = []

  readonly now = () => Date.now() + this.passed

  readonly lastPhoneWord = (): number => {
    const isGreeting = (at: number) =>
      this.messages
        .flatMap((message) => [message.at, message.editedAt ?? 0])
        .some((said) => said <= at && said >= at - 10 * second)
    return Math.max(0, ...this.phoneWords.filter((word) => !word.isDeleted && !isGreeting(word.at)).map(({ at }) => at))
  }

  readonly countWaiting = () => this.messages.filter(({ waitsFrom }) => (waitsFrom ?? 0) > this.lastPhoneWord()).length

  readonly lastReplyBy = (clerk: number) => this.replies.findLast((reply) => reply.clerk === clerk)

  private mayAnswer(at: number): boolean {
    const now = this.now()
    const lastWord = Math.max(this.lastPhoneWord(), ...this.replies.map((reply) => reply.at))
    const recent = this.messages.filter(({ keptAt }) => keptAt > now - day).map(({ text }) => text)
    const isRobot = recent.some((text, index) => index > 1 && text === recent[index - 1] && text === recent[index - 2])
    const today = this.answers.filter((answer) => answer > now - day)
    return lastWord <= at - 30 * minute && !isRobot && today.length < 10 && !today.some((one) => one > now - minute)
  }

  /** What the client wrote or changed just now. */
  heed(message: Said): void {
    this.changes += 1
    this.news += 1
    const kind = kinds[message.which % 3]
    if (kind === 'free' || message.isAnswered || !this.mayAnswer(message.at)) return
    const now = this.now()
    const isAgain = this.answers.some((answer) => answer > now - 10 * minute)
    this.answers.push(now)
    message.isAnswered = true
    if (kind === 'plain' && !isAgain && message.editedAt === null) message.waitsFrom = null
  }

  attendAll(): void {
    for (const message of this.messages) message.waitsFrom = null
  }
}

/** Acts in a chat, and notes in the model what each step has to do. `which` chooses among what is there. */
async function openChat(phone: string) {
  await shop.addClient({ phone })
  const model = new ModelChat()
  const clerks = [shop.user, shop.admin].map((actor) => ({
    actor,
    seen: null as string | null,
    ...{ version: 0, changes: -1, news: -1 },
  }))
  const delivered: { values: Partial<ChatMessage>; at: number; kind: 'incoming' | 'written' }[] = []
  let count = 0
  const nextId = () => {
    count += 1
    return `${phone}-${count}`
  }
  const choose = <Item>(items: readonly Item[], which: number): Item | undefined => items[which % items.length]
  const send = ({ values, at, kind }: (typeof delivered)[number]) =>
    receiveChat(world.database, shop.id, { phone, ...values, at: new Date(at - model.passed).toISOString() }, kind)
  const deliver = async (event: (typeof delivered)[number]) => {
    delivered.push(event)
    return await send(event)
  }
  const ask = async (which: number, lateMs = 0) => {
    const [gatewayId, text, sentAt] = [nextId(), readText(which), model.now() - lateMs]
    // WhatsApp says the second alone.
    const at = Math.min(sentAt + 999, model.now())
    const message = {
      gatewayId,
      which,
      text,
      at,
      editedAt: null,
      waitsFrom: at,
      isAnswered: false,
      keptAt: model.now(),
    }
    const id = await deliver({ values: { messageId: gatewayId, text }, at: sentAt, kind: 'incoming' })
    model.messages.push(message)
    model.heed(message)
    return id
  }
  const params = { id: await ask(2) }
  const look = async (index: number) => {
    const clerk = clerks[index]
    const { version } = (await shop.user.ok('GET /api/conversations/:id', { params })).data
    const seen = model.lastReplyBy(1 - index)?.id ?? null
    Object.assign(clerk ?? {}, { version, seen, changes: model.changes, news: model.news })
  }
  const reply = async (index: number) => {
    const [text, clerk] = [nextId(), clerks[index]]
    const sent = { params, body: { text, lastSeenReplyId: clerk?.seen }, headers: { 'Idempotency-Key': randomUUID() } }
    const answer = await (clerk?.actor ?? shop.user).send('POST /api/conversations/:id/messages', sent)
    return { text, status: answer.statusCode, ...answer.json() }
  }
  const noteReply = (clerk: number, { data, text }: { data: { id: string }; text: string }) => {
    if (model.countWaiting() > 0) model.changes += 1
    model.replies.push({ id: data.id, clerk, text, at: model.now() })
    model.attendAll()
  }
  const change = async (index: number, attended: boolean) => {
    const clerk = clerks[index]
    if (clerk === undefined) return
    if (clerk.changes === -1) await look(index)
    const isWaiting = model.countWaiting() > 0
    const body = { attended, clientId: null, version: clerk.version }
    const { statusCode } = await clerk.actor.send('PUT /api/conversations/:id', { params, body })
    if (clerk.changes === model.changes) expect(statusCode).toBe(200)
    // What the clerk has not seen is never attended.
    if (clerk.news !== model.news) expect(statusCode).toBe(409)
    if (statusCode === 200) {
      model.changes += 1
      const last = model.messages.toSorted((one, other) => one.at - other.at).at(-1)
      if (attended) model.attendAll()
      if (!attended && !isWaiting && last) last.waitsFrom = model.now()
    }
    await look(index)
  }
  const acts = {
    ask: (which: number) => ask(which),
    askLate: (which: number) => ask(which, 150 * second),
    edit: async (which: number) => {
      const at = model.now()
      const message = choose(
        model.messages.filter((one) => one.editedAt === null && one.at > at - 15 * minute),
        which,
      )
      if (message === undefined) return
      const text = `${readText(which)} .`
      await deliver({ values: { messageId: nextId(), edits: message.gatewayId, text }, at, kind: 'incoming' })
      Object.assign(message, { which, text, editedAt: at, waitsFrom: at })
      model.heed(message)
    },
    repeat: async (which: number) => {
      const event = choose(delivered, which)
      if (event) await send(event)
    },
    // After a restart the gateway reports so what left through it.
    echo: async (which: number) => {
      const { rows } = await world.owner.query<{ messageId: string; text: string }>(
        'select gateway_message_id as "messageId", body as text from messages where conversation_id = $1 order by id',
        [params.id],
      )
      const values = choose(rows, which)
      if (values) await send({ values, at: model.now(), kind: 'written' })
    },
    phone: async () => {
      const [gatewayId, at] = [nextId(), model.now()]
      await deliver({ values: { messageId: gatewayId, text: gatewayId }, at, kind: 'written' })
      model.changes += 1
      model.phoneWords.push({ gatewayId, text: gatewayId, at: model.now(), isDeleted: false })
    },
    unsay: async (which: number) => {
      const word = choose(model.phoneWords, which)
      if (word === undefined) return
      const chat = { phone, alias: null, isOwn: true }
      const event: GatewayEvent = { id: nextId(), kind: 'revoked', messageId: word.gatewayId, ...chat }
      await world.database.asUser({ companyId: shop.id, userId: '' }, (db) => receiveEvent(db, event))
      model.changes += 1
      word.isDeleted = true
    },
    look: (which: number) => look(which % 2),
    reply: async (which: number) => {
      const [index, clerk] = [which % 2, clerks[which % 2]]
      const last = model.lastReplyBy(1 - index)
      const isAsked = last !== undefined && last.at > model.now() - 20 * second && last.id !== clerk?.seen
      const answer = await reply(index)
      expect(answer).toMatchObject(isAsked ? { status: 409, details: { replyId: last.id } } : { status: 201 })
      if (!isAsked) noteReply(index, answer)
      else if (clerk) clerk.seen = last.id
    },
    replyTogether: async () => {
      await Promise.all([look(0), look(1)])
      const replies = await Promise.all([reply(0), reply(1)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const winner = replies[0].status === 201 ? 0 : 1
      noteReply(winner, replies[winner])
    },
    attend: (which: number) => change(which % 2, true),
    letWait: (which: number) => change(which % 2, false),
    // Sums stay away from 10 and 20 seconds by more than a walk takes.
    pass: async (which: number) => {
      const seconds = choose([30, 300, 720, 1860, 3660], which) ?? 30
      await letPass(world, shop.id, `${seconds} seconds`)
      model.passed += seconds * second
      // Its update raises the version.
      model.changes += 1
    },
  }
  return { id: params.id, model, acts }
}

type Act = keyof Awaited<ReturnType<typeof openChat>>['acts']

/** How often each is chosen. */
const weights: Record<Act, number> = {
  ...{ ask: 8, askLate: 1, edit: 2, repeat: 1, echo: 1, phone: 4, unsay: 3 },
  ...{ look: 2, reply: 3, replyTogether: 1, attend: 2, letWait: 2, pass: 8 },
}
const anyStep = fc.tuple(
  fc.oneof(...Object.entries(weights).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }))),
  fc.nat(8),
)

test('whatever two users, a client, the phone and the rules do in any order, what waits, what is answered and what is kept are as the pages say', async () => {
  await turnOnAnswers(shop)
  let walks = 0
  const walk = fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 30 }), async (steps) => {
    walks += 1
    const { id, model, acts } = await openChat(`505871${10_000 + walks}`)
    for (const [index, [act, which]] of steps.entries()) {
      await acts[act](which)
      const { data } = await shop.user.ok('GET /api/conversations/:id', { params: { id } })
      const answered = await world.owner.query(
        'select from messages where conversation_id = $1 and answer_rule is not null',
        [id],
      )
      expect([data.waitingCount, data.isWaiting, answered.rowCount], `after step ${index}, ${act}`).toEqual([
        model.countWaiting(),
        model.countWaiting() > 0,
        model.answers.length,
      ])
    }
    const { rows } = await world.owner.query<{ text: string }>(
      `select body as text from conversation_messages where conversation_id = $1
       union all select body from messages where conversation_id = $1 and occasion = 'reply'`,
      [id],
    )
    const said = [...model.messages, ...model.phoneWords, ...model.replies].map(({ text }) => text)
    expect(rows.map(({ text }) => text).toSorted()).toEqual(said.toSorted())
  })
  await fc.assert(walk, { numRuns: isWholeRun ? 60 : 6, endOnFailure: true })
})
