import type { Logger } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { receiveEvent } from '../../server/src/features/conversations/receive-event.ts'
import { type SendingTimes, sendingJobs } from '../../server/src/features/messages/sending/jobs.ts'
import { connectionJobs } from '../../server/src/features/whatsapp/jobs.ts'
import type { Job } from '../../server/src/platform/process/worker.ts'
import type { Gateway } from '../../server/src/platform/whatsapp/gateway.ts'
import { createWaha } from '../../server/src/platform/whatsapp/waha.ts'
import { type FakeWaha, startFakeWaha } from '../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../tools/fake-waha/times.ts'
import { longestWaitMs } from './patience.ts'
import type { Shop } from './shop.ts'
import type { Company, World } from './world.ts'

/** A pace without limits: messages leave at once, by day and by night, to all clients. */
export const noPace = {
  quietFromHour: 0,
  quietToHour: 0,
  knownLeastMs: 0,
  knownMostMs: 0,
  firstLeastMs: 0,
  firstMostMs: 0,
  firstContactsPerDay: 100_000,
  firstContactsMost: 100_000,
}

export const quickSending: SendingTimes = {
  tickMs: 2,
  settleMs: 2,
  ambiguousMs: 40,
  parkMs: 1,
  retryMs: [1, 1, 1, 1],
  lanes: 1,
  pace: noPace,
}

/** A connection whose jobs do at once what is due. */
export const quickConnection = {
  tickMs: 1,
  pollMs: 0,
  linkingPollMs: 0,
  qrMs: 0,
  lifecycleLeaseMs: 60_000,
  reviveMs: 60_000,
  lanes: 1,
}

/** A world with a gateway, whose jobs run on request of a test. */
export type Messenger = {
  fake: FakeWaha
  gateway: Gateway
  /** Runs every job once, one after the other. */
  round(times?: Partial<SendingTimes>): Promise<void>
  /** Runs rounds until a condition holds, for twenty seconds at most. */
  until(isSo: () => Promise<boolean> | boolean, times?: Partial<SendingTimes>): Promise<void>
  /** Links the company's phone, and gives the name of its session. */
  link(company: Company): Promise<string>
  close(): Promise<void>
}

const apiKey = 'the key of the tests'

/** Opens a messenger. A failed job goes to the logger as in the server; without a logger it fails the test. */
export async function openMessenger(world: World, logger?: Logger): Promise<Messenger> {
  const fake = await startFakeWaha({ apiKey, times: quickTimes })
  const webhookUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const timeouts = { readMs: 2_000, qrMs: 200, lifecycleMs: 500, sendMs: 250 }
  const gateway = createWaha({ url: fake.url, apiKey, webhookUrl, timeouts })
  const connection = connectionJobs(world.database, gateway, receiveEvent, quickConnection, (err, what) =>
    logger?.warn({ ...what, err }, 'the gateway failed'),
  )

  async function round(times: Partial<SendingTimes> = {}): Promise<void> {
    const jobs: Job[] = [...connection, ...sendingJobs(world.database, gateway, { ...quickSending, ...times })]
    for (const job of jobs) {
      await job.run().catch((error: unknown) => {
        if (!logger) throw error
        logger.warn({ job: job.name, err: error }, 'a job failed')
      })
    }
  }

  async function until(isSo: () => Promise<boolean> | boolean, times?: Partial<SendingTimes>): Promise<void> {
    const end = performance.now() + longestWaitMs
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error('It never came to that')
      await round(times)
    }
  }

  return {
    fake,
    gateway,
    round,
    until,
    async link({ id, admin }) {
      await round()
      await admin.ok('GET /api/companies/waha-status')
      const row = async () =>
        (
          await world.owner.query<{ name: string; status: string }>(
            'select name, status from whatsapp_sessions where company_id = $1 and wanted is null',
            [id],
          )
        ).rows[0]
      await until(async () => (await row())?.status === 'SCAN_QR_CODE')
      const name = (await row())?.name ?? ''
      fake.sessions.get(name)?.scan()
      await until(async () => (await row())?.status === 'WORKING')
      return name
    },
    async close() {
      await fake.close()
    },
  }
}

/** The messenger of a test file, filled in as `openWorld` is. */
export function shareMessenger(world: World): Messenger {
  const messenger = {} as Messenger
  beforeAll(async () => {
    Object.assign(messenger, await openMessenger(world))
  })
  afterAll(() => messenger.close())
  return messenger
}

/** Receives a package without a message and moves it to ready, so that one message waits; gives its id. */
export async function notifyReady(shop: Shop, clientId = shop.client.id): Promise<string> {
  const courierPackage = await shop.receive({ clientId, statusId: shop.statuses.received, shouldNotifyStorage: false })
  await shop.admin.ok('PATCH /api/packages/status', {
    body: { packageIds: [courierPackage.id], statusId: shop.statuses.ready },
  })
  const { data } = await shop.admin.ok('GET /api/messages', { query: { packageId: courierPackage.id } })
  return data[0]?.id ?? ''
}
