import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hash } from '@node-rs/argon2'
import fastify from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '../../../server/src/app.ts'
import { fetchingJob } from '../../../server/src/features/conversations/jobs.ts'
import { receiveEvent } from '../../../server/src/features/conversations/receive-event.ts'
import { importingJob } from '../../../server/src/features/imports/write/jobs.ts'
import { sendingJobs, sendingTimes } from '../../../server/src/features/messages/sending/jobs.ts'
import { deliveringJobs, deliveringTimes } from '../../../server/src/features/webhooks/jobs.ts'
import { allowLocalReceivers } from '../../../server/src/features/webhooks/receivers.ts'
import { connectionJobs, connectionTimes } from '../../../server/src/features/whatsapp/jobs.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { embeddedPostgres } from '../../../server/src/platform/database/embedded-postgres.ts'
import { openLogin } from '../../../server/src/platform/database/login-role.ts'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import { startWorker } from '../../../server/src/platform/process/worker.ts'
import { createWaha } from '../../../server/src/platform/whatsapp/waha.ts'
import { startFakeWaha } from '../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../tools/fake-waha/times.ts'
import { greyPng } from '../../../tools/grey-png.ts'
import { makeLate } from '../../support/make-late.ts'
import { makeScratchFolder } from '../../support/scratch-folder.ts'
import { buildSilentVoice } from './silent-voice.ts'

// The real server on a throw-away PostgreSQL, and beside it a door through which the stories open their companies.
const port = Number(process.env.E2E_PORT)
const dataDir = makeScratchFolder('casillero-e2e')
const say = (line: string) => console.log(line)
const postgres = await embeddedPostgres.start({
  dataDir,
  say,
  settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
})
await migrate(postgres.ownerUrl, { say })
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 2 })
// Without this listener a connection that PostgreSQL ends would end the process.
owner.on('error', (error) => say(`The door lost a connection: ${error.message}`))
const database = createDatabase({ url: await openLogin(postgres.ownerUrl, { say }), poolSize: 6 })
const openApp = (webFolder: string) =>
  createApp({ database, logger: pino({ level: 'error' }), trustedProxy: false, isBehindTls: false, webFolder })
const app = await openApp(join(import.meta.dirname, '../../../web/dist'))

// The fake gateway, with a QR that lives as long as a person needs.
const fake = await startFakeWaha({
  apiKey: 'e2e',
  times: { ...quickTimes, firstQrMs: 60_000, nextQrMs: 20_000, acksMs: [100, 150] },
})
const gateway = createWaha({ url: fake.url, apiKey: 'e2e', webhookUrl: `http://127.0.0.1:${port}` })
const pace = { quietFromHour: 0, quietToHour: 0, knownLeastMs: 0, knownMostMs: 10, firstLeastMs: 0, firstMostMs: 10 }
allowLocalReceivers()
const worker = startWorker(
  [
    ...deliveringJobs(database, { ...deliveringTimes, tickMs: 200 }),
    ...connectionJobs(database, gateway, receiveEvent, { ...connectionTimes, tickMs: 200, pollMs: 1_000, qrMs: 500 }),
    ...sendingJobs(database, gateway, { ...sendingTimes, tickMs: 200, pace }),
    importingJob(database, 200),
    fetchingJob(database, gateway, 200),
  ],
  (job, error) => say(`The job ${job} failed: ${error}`),
)

const password = 'casillero-demo'
// Every story signs in twice at least, and none measures the cost of it.
const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const door = fastify()
door.post<{ Body: { subdomain: string; name: string; isOperator: boolean } }>('/companies', async ({ body }) => {
  const opened = await owner.query<{ id: string }>('select open_company($1, $2, $3) as id', [
    body.name,
    body.subdomain,
    body.isOperator,
  ])
  const companyId = opened.rows[0]?.id
  for (const [type, firstName, lastName] of [
    ['admin', 'María Fernanda', 'Castellón Rivas'],
    ['user', 'Wilmer', 'Gutiérrez'],
    ['viewer', 'Xochilt', 'Aburto'],
  ]) {
    await owner.query(
      `insert into users (company_id, first_name, last_name, email, password_hash, type) values ($1, $2, $3, $4, $5, $6)`,
      [companyId, firstName, lastName, `${type}@${body.subdomain}.test`, passwordHash, type],
    )
  }
  return { subdomain: body.subdomain, password }
})
door.post<{ Body: { subdomain: string } }>('/end-sessions', async ({ body }) => {
  await owner.query('delete from sessions where company_id = (select id from companies where subdomain = $1)', [
    body.subdomain,
  ])
  return {}
})
door.post<{ Body: { subdomain: string; code: string; compra: number; venta: number } }>('/rates', async ({ body }) => {
  await owner.query(
    `update currencies set rate_compra = $3, rate_venta = $4
     where company_id = (select id from companies where subdomain = $1) and code = $2`,
    [body.subdomain, body.code, body.compra, body.venta],
  )
  return {}
})
door.post<{ Body: { packageId: string } }>('/late', async ({ body }) => {
  await makeLate(owner, body.packageId)
  return {}
})
door.post<{ Body: { email: string; type: string } }>('/types', async ({ body }) => {
  await owner.query('update users set type = $2 where email = $1', [body.email, body.type])
  return {}
})

const deployed: Awaited<ReturnType<typeof openApp>>[] = []
/** Serves another version of the browser's app at a port of its own, on the same database. */
door.post<{ Body: { webFolder: string } }>('/deployments', async ({ body }) => {
  const next = await openApp(body.webFolder)
  deployed.push(next)
  const url = await next.listen({ port: 0, host: '127.0.0.1' })
  return { port: Number(new URL(url).port) }
})

async function sessionOf(subdomain: string): Promise<string> {
  const found = await owner.query<{ name: string }>(
    'select name from whatsapp_sessions where company_id = (select id from companies where subdomain = $1)',
    [subdomain],
  )
  return found.rows[0]?.name ?? ''
}
door.post<{ Body: { subdomain: string } }>('/whatsapp/scan', async ({ body }) => {
  fake.sessions.get(await sessionOf(body.subdomain))?.scan()
  return {}
})
door.post<{ Body: { subdomain: string } }>('/whatsapp/remove', async ({ body }) => {
  fake.sessions.get(await sessionOf(body.subdomain))?.removeDevice()
  return {}
})
const files = {
  picture: { mimetype: 'image/png', content: greyPng(300, 500) },
  voice: { mimetype: 'audio/ogg', content: buildSilentVoice() },
  brokenVoice: { mimetype: 'audio/ogg', content: Buffer.from('<html>') },
}
type Answer = { subdomain: string; phone: string; text: string; sends?: keyof typeof files }
door.post<{ Body: Answer }>('/whatsapp/answer', async ({ body: { subdomain, phone, text, sends } }) => {
  const file = sends && files[sends]
  fake.play({ session: await sessionOf(subdomain), phone, body: text, ...(file && { file }) })
  return {}
})
door.post<{ Body: { subdomain: string } }>('/whatsapp/sent', async ({ body }) => {
  return fake.sentBy(await sessionOf(body.subdomain)).map(({ text }) => text)
})

async function stop(): Promise<void> {
  await worker.stop()
  await door.close()
  for (const one of [app, ...deployed]) await one.close()
  await fake.close()
  await database.close()
  await owner.end()
  await postgres.stop()
  for (const folder of [dataDir, dirname(postgres.dataDirectory)]) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

await door.listen({ port: port + 1, host: '127.0.0.1' })
await app.listen({ port, host: '127.0.0.1' })
