import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { whoMayCall } from '@casillero/shared/test/who-may-call'
import type { Call } from '../support/actor.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { openShop } from '../support/shop.ts'
import { createWorld, type World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const nameOf = ({ method, path }: Endpoint): Call => {
  const name = `${method} ${path}`
  if (!isCall(name)) throw new Error(`${name} has no sample`)
  return name
}
/** A read whose input is too long for an address, so that it is a POST. */
const questions: Call[] = ['POST /api/packages/status/preview']
/**
 * The calls that prepare a load of a file or a second step, which the log has when it begins, and that say who writes a reply just now: no
 * row that counts changes.
 */
const preparations: Call[] = [
  'POST /api/imports',
  'PUT /api/imports/:id/sheet',
  'PUT /api/imports/:id/mapping',
  'POST /api/account/second-step/app',
  'POST /api/account/passkeys/challenge',
  'PUT /api/conversations/:id/replying',
]
const writes = allEndpoints.filter(
  (endpoint) =>
    endpoint.method !== 'GET' &&
    !endpoint.path.startsWith('/api/auth') &&
    ![...questions, ...preparations].includes(nameOf(endpoint)),
)

const keysOf = (value: unknown) => Object.keys(Object(value)).join()

async function writeEverything(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  for (const endpoint of writes) {
    const name = nameOf(endpoint)
    const isOperators = endpoint.who === 'companies.manage'
    const actor = await (isOperators ? operator : shop).addUser('admin')
    // A suspension ends the sessions of its company, which the other calls still need.
    const isSuspension = name.includes('change-status')
    const sample = await sampleCalls[name](isSuspension ? await openShop(world) : shop, actor)
    if (isSuspension) Object.assign(sample, { body: { status: 'suspended' } })
    // A message is held by a restore alone, which is a command and no call.
    if (name === 'POST /api/messages/held')
      await world.owner.query("update messages set held_at = now() where company_id = $1 and state = 'queued'", [
        shop.id,
      ])
    const entriesOf = async (companyId: string) =>
      (
        await world.owner.query('select * from audit_entries where company_id = $1 and user_id = $2', [
          companyId,
          actor.userId,
        ])
      ).rows
    const answer = await actor.send(name, sample)
    const entries = await entriesOf(isOperators ? operator.id : shop.id)
    const isNotified = entries.every((entry) => {
      const isWhole = entry.action === 'insert' ? entry.before === null : keysOf(entry.before) === keysOf(entry.after)
      return entry.user_name === 'admin Prueba' && keysOf(entry.after) !== '' && isWhole
    })
    held(answer.statusCode < 300 && entries.length > 0 && isNotified, `${name} left ${JSON.stringify(entries)}`)
    const isReached = entries.every((entry) => (entry.target_company === null) !== isOperators)
    held(isReached, `${name} does not name the company that it reached`)
  }
}

const changes = [
  'update audit_entries set label = label',
  'delete from audit_entries',
  'truncate audit_entries',
  `insert into audit_entries (company_id, user_name, action, entity, entity_id, label)
   values (current_company(), 'x', 'update', 'users', uuidv7(), 'x')`,
  `select write_audit('users', 'update', current_company(), uuidv7(), 'x', null, null)`,
  'alter table audit_entries disable row level security',
  'drop trigger audit_update on clients',
  `select set_config('session_replication_role', 'replica', true)`,
]

/** Tries what a careless or an injected statement could do with the rights of requests. */
async function changeTheTrail(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const client = await world.owner.connect()
  try {
    for (const change of changes) {
      await client.query('begin')
      await client.query(`select set_config('app.company_id', $1, true)`, [shop.id])
      await client.query('set local role casillero_app')
      const outcome = await client.query(change).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      await client.query('rollback')
      held(outcome === '42501', `${change}: ${outcome}`)
    }
  } finally {
    client.release()
  }
}

/** Makes a forbidden call, which must be logged with its user and change no row. */
const tryTheForbidden =
  (level: 'trace' | 'silent') =>
  async (held: Held): Promise<void> => {
    const lines: string[] = []
    const world = await createWorld({ hasGateway: true, log: (line) => level === 'trace' && lines.push(line) })
    try {
      const shop = await openShop(world)
      const closed = allEndpoints.filter((endpoint) => {
        const callers = whoMayCall[nameOf(endpoint)]
        return callers !== 'anyone' && callers !== 'everyone'
      })
      for (const endpoint of closed) {
        const name = nameOf(endpoint)
        const sample = await sampleCalls[name](shop)
        const viewer = await shop.addUser('viewer')
        lines.length = 0
        const answer = await viewer.send(name, sample)
        const isLogged = lines.some((line) => {
          const entry = JSON.parse(line)
          return (
            entry.msg === 'forbidden' && entry.userId === viewer.userId && entry.companyId === shop.id && entry.reqId
          )
        })
        const { rowCount } = await world.owner.query('select from audit_entries where user_id = $1', [viewer.userId])
        held(answer.statusCode === 403 && isLogged && rowCount === 0, `${name}: ${answer.statusCode} ${lines.join('')}`)
      }
    } finally {
      await world.close()
    }
  }

threat(
  'T-36',
  { what: 'A change whose user is not known', asvs: ['16.2.1', '16.3.2', '16.4.2'] },
  ({ proof, control }) => {
    proof(
      'every write is logged with its user and the values before and after',
      on(writeEverything, { hasGateway: true }),
    )
    proof('no request can add to the trail, change it or stop it', on(changeTheTrail))
    proof('a forbidden call is logged with its user', tryTheForbidden('trace'))
    control(
      'a table that is not under the log',
      on(writeEverything, {
        hasGateway: true,
        weaken: (world) =>
          world.owner.query('drop trigger audit_update on tariffs; drop trigger audit_insert on clients'),
      }),
    )
    control(
      'a right to change the trail',
      on(changeTheTrail, {
        weaken: (world) => world.owner.query('grant update, delete on audit_entries to casillero_app'),
      }),
    )
    control('a server that logs nothing', tryTheForbidden('silent'))
  },
)
