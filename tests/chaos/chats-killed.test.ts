import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { createWaha } from '../../server/src/platform/whatsapp/waha.ts'
import { type FakeWaha, startFakeWaha } from '../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../tools/fake-waha/times.ts'
import { greyPng } from '../../tools/grey-png.ts'
import { turnOnAnswers } from '../support/conversations.ts'
import { kill, killAll, startKillable } from '../support/killable-process.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createWorld, type World } from '../support/world.ts'

const program = join(import.meta.dirname, 'support/serving-process.ts')
const apiKey = 'the key of the chats'
const session = {
  name: 't-proof-of-chats',
  webhookToken: 'token-of-the-chats-of-the-company-00',
  hmacKey: 'k'.repeat(32),
}
const perRound = 20

let world: World
let fake: FakeWaha
let shop: Shop
let phones: string[]
let played: { id: string; phone: string }[]
beforeEach(async () => {
  world = await createWorld({ poolSize: 6 })
  // The tries of the gateway are over after six seconds: some events reach the server that comes back, others are given up.
  fake = await startFakeWaha({ apiKey, times: { ...quickTimes, retrySecondMs: 6 } })
  shop = await openShop(world)
  phones = ['50586904417', ...Array.from({ length: 11 }, (_, index) => `505870000${String(index).padStart(2, '0')}`)]
  for (const phone of phones.slice(1)) await shop.addClient({ phone })
  await turnOnAnswers(shop, (key) => key === 'packages')
  played = []
})
afterEach(async () => {
  killAll()
  await fake.close()
  await world.close()
})

const startServer = (port = '0', isPolling = 'yes') =>
  startKillable(program, {
    LOGIN_URL: world.loginUrl,
    PORT: port,
    IS_POLLING: isPolling,
    GATEWAY_URL: fake.url,
    API_KEY: apiKey,
  })

/** Links the phone to a gateway that sends its events to a server. */
async function link(webhookUrl: string): Promise<void> {
  await createWaha({ url: fake.url, apiKey, webhookUrl }).ensureSession(session)
  await waitUntil(() => fake.sessions.get(session.name)?.scan() === true)
  await world.owner.query(
    `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_at)
     values ($1, $2, $3, $4, 'WORKING', now())`,
    [shop.id, session.name, session.webhookToken, session.hmacKey],
  )
}

/** Has clients write, of whom each begins later than the one before; every tenth message is a picture. */
function write(count: number, total: number): void {
  for (let number = 0; number < count; number += 1) {
    const at = played.length
    const phone = phones[Math.floor((at / total) * (phones.length - 2)) + (at % 3)] ?? ''
    const file = at % 10 === 9 ? { mimetype: 'image/png', content: greyPng(40 + at, 40) } : undefined
    const body = `¿Ya vino mi paquete? ${at}`
    const id = fake.play({ session: session.name, phone, body, ...(file && { file }) })
    played.push({ id, phone })
  }
}

/** Staff answer a chat with a file, whose id the gateway says. */
async function sendFile(text: string): Promise<void> {
  const [chat] = await ask<{ id: string }>('select id from conversations where company_id = $1 order by id limit 1')
  const content = Buffer.from(`%PDF-1.7 ${text}`).toString('base64')
  await shop.user.ok('POST /api/conversations/:id/files', {
    params: { id: chat?.id ?? '' },
    body: { text, content },
    headers: { 'Idempotency-Key': randomUUID() },
  })
}

const ask = async <Row extends object>(text: string) => (await world.owner.query<Row>(text, [shop.id])).rows
const listKept = async () =>
  await ask<{ id: string; phone: string; file: string | null }>(
    `select m.gateway_message_id as id, v.phone, m.file_state as file from conversation_messages m
     join conversations v on v.company_id = m.company_id and v.id = m.conversation_id where m.company_id = $1`,
  )
const listAnswers = async () =>
  await ask<{ id: string; state: string }>(
    "select gateway_message_id as id, state from messages where company_id = $1 and occasion in ('answer', 'reply')",
  )
const countKept = async () => (await listKept()).length

/** Lets the times pass for which a server that is dead holds a reading, a minute, and a file, twenty seconds. */
async function letLeasesEnd(): Promise<void> {
  await world.owner.query("delete from gateway_turns where name like 'missed %'")
  await world.owner.query("update conversation_messages set fetch_at = now() where file_state = 'fetching'")
}

async function isOver(): Promise<boolean> {
  await letLeasesEnd()
  const [left] = await ask<{ count: number }>(
    `select (select count(*) from messages where company_id = $1 and state in ('queued', 'sending'))::int
          + (select count(*) from whatsapp_sessions where company_id = $1 and missed_since is not null)::int
          + (select count(*) from conversation_messages where company_id = $1 and file_state = 'fetching')::int as count`,
  )
  return left?.count === 0 && (await countKept()) >= played.length
}

const sentTimes = (id: string) => fake.sent.filter((each) => each.id === id).length

/** The faults in an answer's state: one that is not over, left twice, or did not leave although it says so. */
function isUntrue({ id, state }: { id: string; state: string }): boolean {
  const left = sentTimes(id)
  if (left > 1) return true
  return ['sent', 'delivered', 'read'].includes(state) ? left !== 1 : state !== 'unknown'
}

/** Messages that are lost, double or in another chat, files that were not kept, and answers that are missing or untrue. */
async function listFaults(seconds: number): Promise<string[]> {
  const kept = await listKept()
  const faults = played
    .filter(({ id, phone }) => kept.filter((each) => each.id === id && each.phone === phone).length !== 1)
    .map(({ id }) => `${id} is not kept once`)
  if (kept.length > played.length) faults.push(`${kept.length} were kept of ${played.length}`)
  faults.push(...kept.filter(({ file }) => file !== null && file !== 'kept').map(({ id }) => `${id} has no file`))
  const chats = await ask<{ phone: string; waiting: number; came: number; answers: number }>(
    `select v.phone, v.waiting_count as waiting,
            (select count(*)::int from conversation_messages m where m.company_id = v.company_id and m.conversation_id = v.id) as came,
            (select count(*)::int from messages a where a.company_id = v.company_id and a.conversation_id = v.id and a.occasion = 'answer') as answers
     from conversations v where v.company_id = $1
       and not exists (select from messages r where r.company_id = $1 and r.conversation_id = v.id and r.occasion = 'reply')`,
  )
  for (const { phone, waiting, came, answers } of chats) {
    // A client is answered once a minute at most; each message waits, because it says a number beside its question.
    if (waiting !== came) faults.push(`${phone} waits with ${waiting} of ${came}`)
    if (answers < 1 || answers > 1 + seconds / 60) faults.push(`${phone} has ${answers} answers`)
  }
  const captions = fake.sent.map(({ text }) => text).filter((text) => text.startsWith('Factura '))
  if (new Set(captions).size < captions.length) faults.push('a file left twice')
  faults.push(
    ...(await listAnswers()).filter(isUntrue).map(({ id, state }) => `answer ${id} is ${state}, left ${sentTimes(id)}`),
  )
  return faults
}

/** Messages of which no event was ever accepted: the list of the gateway alone brought them. */
async function countMissed(): Promise<number> {
  const accepted = new Set(
    (await ask<{ id: string }>('select event_id as id from webhook_events where company_id = $1')).map(({ id }) => id),
  )
  const came = new Set(
    fake.events
      .map(({ raw }) => JSON.parse(raw))
      .filter((event) => accepted.has(event.id))
      .map((event) => String(event.payload?.id).split('_').at(-1)),
  )
  return played.filter(({ id }) => !came.has(id)).length
}

prove('F-24', 'a server and the gateway are killed while clients write', (row) => {
  row.proof(
    'each message is kept once with its file, and each automatic answer and each file of staff leaves once, or is unknown where a kill cut it',
    async () => {
      const times = rounds(5, 40)
      const total = times * perRound
      const began = performance.now()
      let server = await startServer()
      const { port } = new URL(server.said)
      await link(server.said)
      for (let round = 0; round < times; round += 1) {
        const before = await countKept()
        write(6, total)
        // The server has some in its hands, and an answer may be on its way.
        await waitUntil(async () => (await countKept()) > before)
        for (const part of ['a', 'b']) await sendFile(`Factura ${round}${part}`)
        const left = fake.sent.length
        if (round % 2 === 1) await waitUntil(() => fake.sent.length > left)
        await kill(server)
        write(6, total)
        fake.expireFiles()
        if (round % 2 === 0) await fake.die()
        write(4, total)
        // The gateway is back before the server, or after it.
        if (round % 4 === 0) await fake.comeUp()
        server = await startServer(port)
        await fake.comeUp()
        const restarted = await countKept()
        write(4, total)
        await waitUntil(async () => (await countKept()) > restarted)
        if (round % 2 === 1) {
          await fake.die()
          await fake.comeUp()
        }
      }
      // A message or an answer that is not over after a minute is named as a fault.
      await waitUntil(isOver, 60_000).catch(() => {})
      const seconds = (performance.now() - began) / 1000
      await waitUntil(async () => (await listFaults(seconds)).length === 0, 5_000).catch(() => {})
      expect(await listFaults(seconds)).toEqual([])
      const answers = await listAnswers()
      const unknown = answers.filter(({ state }) => state === 'unknown').length
      expect(unknown).toBeLessThanOrEqual(2 * times)
      const missed = await countMissed()
      expect(missed).toBeGreaterThan(0)
      return `${times} kills of the server and of the gateway, ${total} messages: 0 lost, 0 double, ${missed} read from the list; ${answers.length} answers, 0 left twice, ${unknown} unknown`
    },
  )

  row.control('messages that the gateway forgot, and that no server reads from its list, are detected', async () => {
    const server = await startServer()
    const { port } = new URL(server.said)
    await link(server.said)
    await kill(server)
    write(6, perRound)
    await fake.die()
    await startServer(port, 'no')
    await fake.comeUp()
    write(1, perRound)
    await waitUntil(async () => (await countKept()) > 0)
    const lost = (await listFaults(1)).filter((each) => each.endsWith('is not kept once'))
    expect(lost).toHaveLength(6)
  })
})
