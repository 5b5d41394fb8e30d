import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, ask } from '../support/installation/calls.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { stockUp } from '../support/installation/shops.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'

const atOnce = 100
const slowShare = 0.3
const slowMs = 3_000

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ servers: 1, proxied: 1, variables: { DB_POOL_SIZE: '50' } })
})
afterAll(() => site.close())

/** News for every company, so that the worker is at it when the signal comes. */
const queueMessages = () =>
  site.owner.query(
    `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
     select c.company_id, 'stop:' || uuidv7(), c.id, t.id, c.phone, 'aviso ' || n, '3EB0' || upper(md5(uuidv7()::text)), now() + interval '1 day'
     from clients c join templates t on t.company_id = c.company_id and t.key = 'ready', generate_series(1, 20) n`,
  )

type Wave = { answers: Answer[]; code: number | string; ms: number; inFlight: number }

/** A hundred calls, some of which take three seconds; then the signal, while most of them are under way. */
async function stopUnderWave(signal: NodeJS.Signals): Promise<Wave> {
  const [instance] = site.instances
  if (!instance) throw new Error('There is no server')
  let slow = 0
  site.proxy.watch(({ statement, phase }) => {
    if (phase !== 'answered' || !/from "statuses"|insert into "packages"/.test(statement)) return 'pass'
    slow += 1
    return slow % 10 < slowShare * 10 ? slowMs : 'pass'
  })
  await queueMessages()
  let [sent, answered] = [0, 0]
  const calls = Array.from({ length: atOnce }, (_, n) => {
    const { counter } = site.shops[n % site.shops.length] ?? {}
    const writes = n % 4 === 0 && { body: { shippingMethod: 'aereo', tracking: `S${n}`, weight: 1 } }
    const path = writes ? '/api/packages' : '/api/statuses'
    const onSent = () => {
      sent += 1
    }
    return ask(instance.url, { ...counter, path, ...writes, onSent }).finally(() => {
      answered += 1
    })
  })
  // After a quarter of the answers every connection is accepted, and the server is at work on the others.
  await waitUntil(() => sent === atOnce && answered > atOnce / 4, 20_000, 'the wave')
  const inFlight = atOnce - answered
  const begun = performance.now()
  await site.killer.strike([instance.process().pid], signal)
  const answers = await Promise.all(calls)
  const code = await instance.process().ended
  return { answers, code, ms: Math.round(performance.now() - begun), inFlight }
}

prove('F-12', 'a server is stopped while it works', (row) => {
  row.proof('every call gets a whole answer, and the server ends with 0', async () => {
    const stops = rounds(3, 20)
    await stockUp(site.owner, site.shops, 10)
    site.fake.behaveToSends('slow')
    let [least, slowest, whole, zero] = [atOnce, 0, 0, 0]
    const broken: string[] = []
    const statuses = new Set<number>()
    for (let n = 0; n < stops; n += 1) {
      const { answers, code, ms, inFlight } = await stopUnderWave('SIGTERM')
      if (code === 0) zero += 1
      whole += answers.filter(({ status }) => status > 0).length
      for (const { status, body, ms } of answers) if (status === 0) broken.push(`stop ${n}: ${body} after ${ms} ms`)
      for (const { status } of answers) statuses.add(status)
      least = Math.min(least, inFlight)
      slowest = Math.max(slowest, ms)
      const { rows } = await site.owner.query("select from messages where state = 'sending' or lease_until is not null")
      expect(rows).toHaveLength(0)
      await site.instances[0]?.start()
    }
    expect(zero).toBe(stops)
    expect(broken).toEqual([])
    expect(whole).toBe(stops * atOnce)
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    expect(slowest).toBeLessThanOrEqual(10_000)
    return `${stops} stops with ${least} to ${atOnce} calls in flight: ${whole}/${stops * atOnce} whole answers, exit code 0 ${zero}/${stops}, ended within ${slowest} ms, 0 messages left in flight`
  })

  row.control('calls that a kill leaves without an answer are detected', async () => {
    const { answers } = await stopUnderWave('SIGKILL')
    const broken = answers.filter(({ status }) => status === 0).length
    expect(broken).toBeGreaterThan(0)
    await site.instances[0]?.start()
  })
})
