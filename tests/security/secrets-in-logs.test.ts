import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { type Logger, pino } from 'pino'
import { expect } from 'vitest'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { notifyReady, openMessenger } from '../support/messenger.ts'
import { allCalls, isOperators } from '../support/sample-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop } from '../support/shop.ts'
import { superuserUrl } from '../support/test-database.ts'
import { createWorld, newMark, samplePassword, type World } from '../support/world.ts'
import { asSuperuser, tenantTables } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

type Attack = (world: World, lines: string[], held: Held) => Promise<void>
type Weaken = (world: World) => Promise<unknown>
type MakeLogger = (write: (line: string) => void) => Logger

/** Runs an attack on a product whose whole log is recorded, at the finest level. */
const logged =
  (attack: Attack, weaken?: Weaken, makeLogger?: MakeLogger) =>
  async (held: Held): Promise<void> => {
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const logger = makeLogger && { logger: makeLogger(log) }
    const world = await createWorld({ hasGateway: attack === callEverything, log, ...logger })
    try {
      await weaken?.(world)
      await attack(world, lines, held)
    } finally {
      await world.close()
    }
  }

/** Reads the log of PostgreSQL, for the whole run. */
async function databaseLog(): Promise<string> {
  const superuser = new Client({ connectionString: superuserUrl() })
  await superuser.connect()
  try {
    const { rows } = await superuser.query<{ data_directory: string }>('show data_directory')
    return readFileSync(join(dirname(rows[0]?.data_directory ?? ''), 'postgres.log'), 'utf8')
  } finally {
    await superuser.end()
  }
}

/** Makes the database refuse every row, with the row in the error. */
async function complainOfEveryRow(world: World): Promise<void> {
  await world.owner.query(`
    create function complain() returns trigger language plpgsql as $$
    begin raise exception 'canary' using detail = new::text, hint = new::text; end $$`)
  for (const table of await tenantTables(world)) {
    if (['sessions', 'sign_in_tries', 'sign_in_failures', 'known_origins'].includes(table)) continue
    await world.owner.query(
      `create trigger complain before insert or update on ${table} for each row execute function complain()`,
    )
  }
}

async function callEverything(world: World, lines: string[], held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  const canary = newMark()
  /** Puts the canary into every text that a user could have typed. */
  const tainted = (sample: unknown) =>
    JSON.parse(
      JSON.stringify(sample)
        .replaceAll(samplePassword, `Clave ${canary}`)
        .replaceAll(/María|Rosa|Zapatos|Frágil|Empresa|Quetzal|Estado|Envío|Tarifa|De la rotonda|BAC/g, `$& ${canary}`)
        .replaceAll('@correo', `@${canary}`),
    )
  const headers = {
    'idempotency-key': canary,
    cookie: `token=${canary}`,
    'user-agent': canary,
    referer: `http://${canary}/`,
  }
  const chosen = takeSample(allCalls, 40)
  const sendAll = async () => {
    const tries = []
    for (const { name, endpoint, sample: makeSample } of chosen) {
      const sample = tainted(await makeSample(shop))
      const query = endpoint.method === 'GET' ? { query: { ...sample.query, search: canary } } : {}
      const actor = await (isOperators(endpoint) ? operator : shop).addUser('admin')
      const from = `10.1.0.${tries.length}`
      tries.push({ name, actor, send: () => actor.send(name, { ...sample, ...query, headers, from }) })
    }
    return tries
  }
  const tokens: string[] = []
  const failing = await sendAll()
  for (const { name, actor, send } of await sendAll()) {
    const answer = await send()
    held(answer.statusCode < 500, `${name}: ${answer.body}`)
    tokens.push(actor.token)
  }
  await complainOfEveryRow(world)
  for (const { name, actor, send } of failing) {
    const answer = await send()
    tokens.push(actor.token)
    if (answer.statusCode >= 500) held(!answer.body.includes(canary), `${name} answered ${answer.body}`)
  }
  const whole = lines.join('\n')
  held(whole.includes('canary') && whole.includes('unexpected error'), 'nothing went wrong, so nothing was shown')
  for (const line of lines) held(!line.includes(canary), line)
  for (const token of tokens) held(!whole.includes(token), 'a token stands in the log')
  const kept = await databaseLog()
  held(kept.includes('canary') && !kept.includes(canary), 'the database’s own log knows what was typed')
}

async function sendMessages(world: World, lines: string[], held: Held): Promise<void> {
  const messenger = await openMessenger(world, createLogger('trace', { write: (line: string) => lines.push(line) }))
  try {
    const { fake } = messenger
    const shop = await openShop(world)
    const session = await messenger.link(shop)
    const name = 'Canaria Delatora'
    const client = await shop.addClient({ firstName: name, phone: '88776655' })
    for (const behaviour of ['normal', 'timedOut', 'garbage', 'closed', 'resetAfterSending', 'unavailable'] as const) {
      fake.behaveToSends(behaviour)
      fake.behaveToOtherCalls(behaviour)
      await notifyReady(shop, client.id)
      for (let round = 0; round < 4; round += 1) await messenger.round()
    }
    fake.behaveToOtherCalls('normal')
    fake.play({ session, phone: '50588776655', body: 'Texto del canario' })
    await messenger.round()
    fake.behaveToSends('normal')
    const id = await notifyReady(shop, client.id)
    const courierPackage = await shop.receive({ clientId: client.id, statusId: null })
    await complainOfEveryRow(world)
    await messenger.round()
    const body = { packageIds: [courierPackage.id], statusId: shop.statuses.ready }
    held((await shop.admin.send('PATCH /api/packages/status', { body })).statusCode === 500, 'nothing went wrong')
    const of = async (statement: string, value: string) => (await world.owner.query(statement, [value])).rows[0]
    const row = await of('select * from whatsapp_sessions where company_id = $1', shop.id)
    const message = await of('select body from messages where id = $1', id)
    const whole = lines.join('\n')
    held(whole.includes('canary') && whole.includes('a job failed'), 'nothing went wrong')
    const secrets = [
      '8877',
      name,
      'canario',
      'iVBOR',
      row.hmac_key,
      row.webhook_token,
      'the key of the tests',
      message.body,
      shop.admin.token,
    ]
    for (const secret of secrets) held(!whole.includes(secret), `the log holds ${secret}`)
  } finally {
    await messenger.close()
  }
}

/**
 * Checks the properties that libraries add to an error: that of a lost connection has its client, with the key that cancels
 * statements.
 */
async function loseConnections(world: World, lines: string[], held: Held): Promise<void> {
  const shop = await openShop(world)
  await shop.admin.ok('GET /api/client', { query: {} })
  await asSuperuser(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'casillero'`,
  )
  await expect.poll(() => lines.join('')).toContain('lost an idle database connection')
  for (const line of lines) {
    const { err } = JSON.parse(line)
    if (!err) continue
    for (const [name, value] of Object.entries(err))
      held(typeof value !== 'object', `an error is logged with its ${name}`)
    for (const secret of ['secretKey', 'processID', new URL(world.ownerUrl).password])
      held(!line.includes(secret), `the log holds ${secret}`)
  }
}

/** Serialises an error with all of its properties. */
const logWholeErrors: MakeLogger = (write) => pino({ level: 'trace' }, { write })

/** A server that logs its input, for debugging. */
const logBodies: Weaken = async ({ app }) => {
  app.addHook('preHandler', async (request) =>
    request.log.info({ body: request.body, headers: request.headers }, 'came in'),
  )
}

/** Resets PostgreSQL to its defaults, which log the row with an error. */
const logDetails: Weaken = (world) =>
  asSuperuser(world, `alter database ${new URL(world.ownerUrl).pathname.slice(1)} set log_error_verbosity = 'default'`)

/** A server that logs the events of the gateway. */
const logEvents: Weaken = async ({ app }) => {
  app.addHook('preHandler', async (request) =>
    request.log.info({ body: String(request.body), url: request.url }, 'came in'),
  )
}

threat(
  'T-35',
  { what: 'Passwords, tokens and personal data in logs', asvs: ['16.2.5', '16.5.1'] },
  ({ proof, control }) => {
    proof('no input of any call gets into a log, also when everything fails', logged(callEverything))
    proof('no message, phone, QR or key gets into a log', logged(sendMessages))
    proof('the log of a lost connection says only what happened', logged(loseConnections))
    control('a server that logs bodies and headers', logged(callEverything, logBodies))
    control('a database that logs the details of errors', logged(callEverything, logDetails))
    control('a server that logs events', logged(sendMessages, logEvents))
    control('a server that logs errors whole', logged(loseConnections, undefined, logWholeErrors))
  },
)
