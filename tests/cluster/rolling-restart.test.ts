import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { prove } from '../support/proofs.ts'
import { startClerks } from './support/clerks.ts'
import { type Front, openFront } from './support/front.ts'
import { queueMessages, sentMessages } from './support/outbox.ts'

const script = join(import.meta.dirname, '../../deploy/rolling-restart.sh')
const clerkCount = 56
// Large enough that all clerks at one instance do not wait for its pool, or for the counter of one company, until they get 503.
const busy = { shops: 16, variables: { DB_POOL_SIZE: '40' } }
const messagesEach = 100
const rolls = process.env.CLUSTER === 'long' ? 10 : 2

type Roll = { restarts: number; inFlight: number[]; exits: (number | string)[] }

/** Runs the shipped script, whose restarts call this test instead of systemd. */
async function roll({ installation }: Front, inFlight: () => number): Promise<Roll> {
  const [seen, exits]: [number[], (number | string)[]] = [[], []]
  const control = createServer((request, response) => {
    const instance = installation.instances.find(({ url }) => new URL(url).port === request.url?.split('/').at(-1))
    if (!instance) return response.writeHead(404).end()
    const process = instance.process()
    seen.push(inFlight())
    process.kill('SIGTERM')
    process.ended
      .then((code) => exits.push(code))
      .then(() => instance.start())
      .then(
        () => response.end(),
        (error: Error) => response.writeHead(500).end(error.message),
      )
    return undefined
  }).listen(0, '127.0.0.1')
  await once(control, 'listening')
  // A server on TCP has no other kind of address.
  const { port } = control.address() as AddressInfo
  const ports = installation.instances.map(({ url }) => new URL(url).port)
  const env = { PATH: process.env.PATH, RESTART: `curl -fsS http://127.0.0.1:${port}/restart/` }
  await promisify(execFile)(script, ports, { env })
  control.close()
  return { restarts: seen.length, inFlight: seen, exits }
}

/** Rolls so many times, or until enough requests have failed. */
async function rollUnderLoad(front: Front, times: number, isEnough = (_failed: number) => false) {
  const clerks = await startClerks(front, clerkCount)
  await expect.poll(clerks.answered).toBeGreaterThan(500)
  const all: Roll = { restarts: 0, inFlight: [], exits: [] }
  for (let n = 0; n < times && !isEnough(clerks.failed.length); n += 1) {
    const { restarts, inFlight, exits } = await roll(front, clerks.inFlight)
    all.restarts += restarts
    all.inFlight.push(...inFlight)
    all.exits.push(...exits)
  }
  await clerks.stop()
  return { ...all, clerks }
}

prove('3', 'Rolling restart under load', ({ proof, control }) => {
  proof('no request of a clerk fails while the instances are restarted one after the other', async () => {
    const front = await openFront(busy)
    try {
      await queueMessages(front, messagesEach)
      const { restarts, inFlight, exits, clerks } = await rollUnderLoad(front, rolls)
      // The logs of nginx name the cause of a failure.
      const seen = front.nginx.accessLog().filter((line) => / 50\d /.test(line))
      const logged = front.nginx
        .errorLog()
        .split('\n')
        .filter((line) => /\[error\].*upstream/.test(line) && !/refused/.test(line))
      expect({ failed: clerks.failed, seen, logged }).toEqual({ failed: [], seen: [], logged: [] })
      expect(exits).toEqual(Array(rolls * 2).fill(0))
      expect(Math.min(...inFlight)).toBeGreaterThanOrEqual(50)
      for (const numbers of clerks.invoices.values()) {
        const inOrder = numbers.toSorted((a, b) => a - b)
        expect(inOrder).toEqual(inOrder.map((_, index) => index + 1))
      }
      const messages = front.installation.shops.length * messagesEach
      expect(await sentMessages(front)).toEqual({ sent: messages, twice: 0 })
      const { rowCount: unsure } = await front.installation.owner.query("select from messages where state = 'unknown'")
      expect(unsure).toBe(0)
      const made = [...clerks.invoices.values()].flat().length
      return `${clerks.answered()} requests, 0 failed, in ${restarts} restarts with at least ${Math.min(...inFlight)} in flight at each; ${made} invoices numbered without a gap; ${messages} messages sent once; slowest answer ${Math.round(clerks.slowestMs())} ms`
    } finally {
      await front.close()
    }
  })

  control('an instance that closes the connections of the proxy when it stops makes requests fail', async () => {
    const front = await openFront({ ...busy, variables: { ...busy.variables, TRUSTED_PROXY: '' } })
    try {
      const { clerks } = await rollUnderLoad(front, 10, (failed) => failed > 0)
      expect(clerks.failed.length).toBeGreaterThan(0)
    } finally {
      await front.close()
    }
  })
})
