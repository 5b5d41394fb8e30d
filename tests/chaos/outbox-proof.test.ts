import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect } from 'vitest'
import { receiveEvent } from '../../server/src/features/conversations/receive-event.ts'
import { sendingJobs } from '../../server/src/features/messages/sending/jobs.ts'
import { connectionJobs, connectionTimes } from '../../server/src/features/whatsapp/jobs.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { startWorker } from '../../server/src/platform/process/worker.ts'
import { createWaha } from '../../server/src/platform/whatsapp/waha.ts'
import { type Behaviour, behaviours } from '../../tools/fake-waha/behaviours.ts'
import { type FakeWaha, startFakeWaha } from '../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../tools/fake-waha/times.ts'
import { kill, killAll, startKillable } from '../support/killable-process.ts'
import { quickSending } from '../support/messenger.ts'
import { longestSightMs, waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { isWholeRun } from '../support/sampling.ts'
import { openShop } from '../support/shop.ts'
import { createWorld, type World } from '../support/world.ts'

const apiKey = 'the key of the proof'

let world: World
let fake: FakeWaha
let webhookUrl: string
beforeEach(async () => {
  world = await createWorld({ poolSize: 10 })
  fake = await startFakeWaha({ apiKey, times: quickTimes })
  webhookUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await fake.close()
  await world.close()
})

/** Opens companies with a linked phone, each with messages in its queue, all texts different. */
async function queueMessages(companies: number, each: number): Promise<void> {
  for (let number = 0; number < companies; number += 1) {
    const { id, client } = await openShop(world)
    const name = `t-proof-${number}`
    const session = {
      name,
      webhookToken: `token-of-the-proof-of-company-${number}-0`,
      hmacKey: `key-${number}`.padEnd(32, 'x'),
    }
    await createWaha({ url: fake.url, apiKey, webhookUrl }).ensureSession(session)
    await waitUntil(() => fake.sessions.get(name)?.scan() === true)
    await world.owner.query(
      `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_at)
       values ($1, $2, $3, $4, 'WORKING', now())`,
      [id, name, session.webhookToken, session.hmacKey],
    )
    await world.owner.query(
      `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
       select $1, 'proof:' || n, $2, (select id from templates where company_id = $1 and key = 'ready'), '50586904417',
              $3 || ' aviso ' || n, '3EB0' || upper(md5($3 || n)), now() + interval '1 day'
       from generate_series(1, $4) n`,
      [id, client.id, name, each],
    )
  }
}

type Row = { id: string; body: string; state: string }

const rows = async () =>
  (await world.owner.query<Row>('select gateway_message_id as id, body, state from messages order by body')).rows

const isOver = async () => {
  const { rows: left } = await world.owner.query("select from messages where state in ('queued', 'sending') limit 1")
  return left.length === 0
}

const surelyUnsent: Behaviour[] = ['notReady', 'redirect', 'unavailable', 'closed']

/** The states that are true of a message by how often it left, and the gateway's behaviour at its last try. */
function trueStates(left: number, last: Behaviour | undefined): string[] {
  if (left > 1 || last === undefined) return left > 1 ? [] : ['unknown']
  if (left === 1) return behaviours[last].isAcknowledged ? ['read'] : ['unknown']
  return last === 'silent' ? ['sent', 'unknown'] : ['failed', 'unknown']
}

/** Lists messages in a state that is not true by the gateway's own record, or that left twice. */
async function listUntrueNow(): Promise<string[]> {
  const left = Map.groupBy(fake.sent, ({ text }) => text)
  const last = new Map(fake.tries.map(({ id, behaviour }) => [id, behaviour]))
  return (await rows())
    .filter(({ id, body, state }) => !trueStates(left.get(body)?.length ?? 0, last.get(id)).includes(state))
    .map(({ body, state }) => `${body} is ${state}`)
}

/** Lists untrue messages after the last acknowledgements have come. */
async function listUntrue(): Promise<string[]> {
  await waitUntil(async () => (await listUntrueNow()).length === 0, longestSightMs).catch(() => {})
  return await listUntrueNow()
}

/** Bytes in use after a full garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Messages of each company: a thousand or more in all are for runs that are told to break things. */
const isLarge = isWholeRun || process.env.CHAOS !== undefined
const each = isLarge ? 100 : 20
const outages = isLarge ? 5 : 2

prove('F-07 and F-08', 'the gateway fails in every way, also after it has accepted the message', (row) => {
  row.proof(
    `none of ${10 * each} messages leaves twice or is lost, and each ends in a state that is true`,
    async () => {
      await queueMessages(10, each)
      fake.behaveToSends(
        'normal',
        'slow',
        'timedOut',
        'notReady',
        'garbage',
        'hugeBody',
        'redirect',
        'silent',
        'hangAfterSending',
        'resetAfterSending',
        'lostAfterSending',
        'unavailable',
        'closed',
      )
      const timeouts = { readMs: 200, sendMs: 100, qrMs: 100, lifecycleMs: 500 }
      const gateway = createWaha({ url: fake.url, apiKey, webhookUrl, timeouts })
      const database = createDatabase({ url: world.loginUrl, poolSize: 16 })
      const problems: unknown[] = []
      const before = bytesInUse()
      const worker = startWorker(
        [
          ...connectionJobs(database, gateway, receiveEvent, { ...connectionTimes, tickMs: 10, pollMs: 20, lanes: 1 }),
          ...sendingJobs(database, gateway, { ...quickSending, settleMs: 20, ambiguousMs: 80, lanes: 10 }),
        ],
        (job, error) => problems.push(job, error),
      )
      try {
        for (let outage = 1; outage <= outages; outage += 1) {
          await waitUntil(() => fake.tries.length >= outage * 2 * each)
          await fake.goDown()
          const calls = fake.calls.length
          await waitUntil(async () => {
            const { rows: noticed } = await world.owner.query(
              "select from whatsapp_sessions where error = 'Error de conexión'",
            )
            return noticed.length === 10
          })
          expect(fake.calls).toHaveLength(calls)
          await fake.comeUp()
        }
        await waitUntil(isOver)
      } finally {
        await worker.stop()
        await database.close()
      }
      expect(problems).toEqual([])
      const ended = await rows()
      expect(ended).toHaveLength(10 * each)
      expect(await listUntrue()).toEqual([])
      expect(ended.filter(({ state }) => state !== 'unknown').length).toBeGreaterThan(5 * each)
      // A message that may have left is never tried again; only one that surely did not leave is.
      const again = fake.tries.filter(({ id }, index) => fake.tries.findIndex((first) => first.id === id) < index)
      for (const { id, text } of again) {
        const earlier = fake.tries.filter((each) => each.id === id).slice(0, -1)
        for (const { behaviour } of earlier) expect(surelyUnsent, text).toContain(behaviour)
      }
      const grown = bytesInUse() - before
      expect(grown).toBeLessThan(50 * 1024 * 1024)
      const count = (state: string) => ended.filter((each) => each.state === state).length
      return (
        `${ended.length.toLocaleString('en')} messages, 13 behaviours, ${outages} outages: ${count('read')} read, ${count('failed')} failed, ` +
        `${count('sent')} sent, ${count('unknown')} unknown; ${fake.sent.length - new Set(fake.sent.map(({ text }) => text)).size} left twice, ` +
        `0 in an untrue state; memory ${(grown / 1024 / 1024).toFixed(0)} MB more`
      )
    },
  )

  row.control('a message that is marked as sent and never left is detected', async () => {
    await queueMessages(1, 3)
    await world.owner.query("update messages set state = 'sent', sent_at = now() where body like '%aviso 1'")
    // Nothing sends here, so no acknowledgement is waited for.
    const [first, ...others] = (await listUntrueNow()).filter((each) => each.endsWith('sent'))
    expect([first, others]).toEqual([expect.stringContaining('aviso 1 is sent'), []])
  })
})

prove('F-09', 'two workers, one of which is killed repeatedly', (row) => {
  const program = join(import.meta.dirname, 'support/serving-process.ts')
  // The fake is slower in a long run: with its quick times all senders at once cause more events than one server can apply.
  beforeEach(async () => {
    await fake.close()
    fake = await startFakeWaha({ apiKey, times: { ...quickTimes, slowMs: rounds(quickTimes.slowMs, 100) } })
  })
  afterEach(killAll)

  const startWorkerProcess = () =>
    startKillable(program, {
      LOGIN_URL: world.loginUrl,
      GATEWAY_URL: fake.url,
      API_KEY: apiKey,
      WEBHOOK_URL: webhookUrl,
    })

  row.proof(
    'two workers send each message at most once, lose none, and leave only those in flight unknown',
    async () => {
      const companies = rounds(6, 20)
      const kills = isLarge ? 10 : 2
      await queueMessages(companies, each)
      fake.behaveToSends('slow')
      let [victim, other] = await Promise.all([startWorkerProcess(), startWorkerProcess()])
      for (let killed = 1; killed <= kills; killed += 1) {
        await waitUntil(() => fake.sent.length >= (killed * companies * each) / (kills + 2))
        await kill(victim)
        ;[victim, other] = [other, await startWorkerProcess()]
      }
      await waitUntil(isOver)
      const ended = await rows()
      expect(ended).toHaveLength(companies * each)
      expect(await listUntrue()).toEqual([])
      const unsure = ended.filter(({ state }) => state === 'unknown')
      expect(unsure.length).toBeLessThanOrEqual(kills * 4)
      return `${kills} kills, ${ended.length.toLocaleString('en')} messages: 0 left twice, 0 lost, ${unsure.length} unknown`
    },
  )
})
