import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { allowLocalReceivers } from '../../server/src/features/webhooks/receivers.ts'
import { kill, killAll, startKillable } from '../support/killable-process.ts'
import { prove, rounds } from '../support/proofs.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { listen } from '../support/webhook-scene.ts'
import { createWorld, type World } from '../support/world.ts'

const program = join(import.meta.dirname, 'support/delivering-process.ts')
const companies = 3
const kills = 10

let world: World
let receivers: Receiver[]
beforeEach(async () => {
  allowLocalReceivers()
  world = await createWorld({ poolSize: 10 })
  receivers = []
})
afterEach(async () => {
  killAll()
  for (const receiver of receivers) await receiver.close()
  await world.close()
})

const startSender = (leaseMs: number) =>
  startKillable(program, { LOGIN_URL: world.loginUrl, LEASE_MS: String(leaseMs) })

/** Opens companies with a receiver each, which takes a moment for its answer, and moves so many packages of each. */
async function changeStatuses(each: number, slowMs: number): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let number = 0; number < companies; number += 1) {
    const shop = await openShop(world)
    const receiver = await startReceiver({ slowMs })
    receivers.push(receiver)
    await listen(shop, receiver, { events: ['package.status_changed'] })
    await shop.receiveMany(each)
    shops.push(shop)
  }
  return shops
}

const takenBy = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body))
const allTaken = () => receivers.flatMap(takenBy)

type Row = { id: string; package: string; company: string; state: string }

/** What was written in the transactions of the changes, and what the table says became of it. */
async function listRows(): Promise<Row[]> {
  const { rows } = await world.owner.query<Row>(
    `select id, company_id as company, body::json->'data'->>'packageId' as package, state from webhook_deliveries`,
  )
  return rows
}

/** Deliveries that are not over, that a receiver never got or got under another id, and those of another company. */
async function listFaults(shops: Shop[]): Promise<string[]> {
  const rows = await listRows()
  const changes = await world.owner.query('select from package_status_changes')
  const faults = rows.length === changes.rows.length ? [] : [`${rows.length} of ${changes.rows.length} were written`]
  shops.forEach(({ id }, at) => {
    const receiver = receivers[at]
    const taken = receiver ? takenBy(receiver) : []
    const own = rows.filter(({ company }) => company === id)
    for (const row of own) {
      const got = taken.filter(({ data }) => data.packageId === row.package)
      if (row.state !== 'delivered') faults.push(`${row.id} is ${row.state}`)
      if (got.length === 0) faults.push(`${row.id} was lost`)
      if (got.some((body) => body.id !== row.id)) faults.push(`${row.id} came under another id`)
    }
    const ids = new Set(own.map((row) => row.id))
    faults.push(...taken.filter((body) => !ids.has(body.id)).map((body) => `${body.id} came to another company`))
  })
  return faults
}

const isOver = async () => (await listRows()).every(({ state }) => state === 'delivered' || state === 'failed')

prove('F-22', 'two servers that send webhooks, of which one is killed repeatedly', (row) => {
  row.proof(
    'each event comes at least once under its own id, and none is stuck, however often a sender is killed before it writes down',
    async () => {
      const each = rounds(60, 300)
      const shops = await changeStatuses(each, 30)
      let [victim, other] = await Promise.all([startSender(1_000), startSender(1_000)])
      for (let killed = 1; killed <= kills; killed += 1) {
        const wanted = (killed * companies * each) / (kills + 2)
        await expect.poll(() => allTaken().length, { interval: 5 }).toBeGreaterThanOrEqual(wanted)
        // Receivers have calls in their hands all the time, so that the sender dies between its claim and its record.
        await kill(victim)
        ;[victim, other] = [other, await startSender(1_000)]
      }
      await expect.poll(isOver).toBe(true)
      expect(await listFaults(shops)).toEqual([])
      const taken = allTaken()
      const again = taken.length - new Set(taken.map(({ id }) => id)).size
      expect(again).toBeGreaterThan(0)
      expect(again).toBeLessThanOrEqual(kills * 6)
      return `${kills} kills, ${companies * each} events: 0 lost, 0 stuck, 0 under another id; ${again} came twice, as they may`
    },
  )

  row.control('deliveries whose lease does not end stay behind', async () => {
    const shops = await changeStatuses(8, 300)
    const sender = await startSender(3_600_000)
    await expect.poll(() => allTaken().length, { interval: 5 }).toBeGreaterThan(0)
    await kill(sender)
    await startSender(3_600_000)
    await expect.poll(async () => (await listRows()).some(({ state }) => state === 'queued')).toBe(false)
    const stuck = (await listFaults(shops)).filter((each) => each.endsWith('is sending'))
    expect(stuck.length).toBeGreaterThan(0)
  })
})
