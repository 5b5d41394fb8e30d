import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../support/actor.ts'
import { notifyReady, openMessenger } from '../support/messenger.ts'
import { sampleCalls } from '../support/sample-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newMark, samplePassword, type World } from '../support/world.ts'
import { on, rewriteFunction, rewriteView } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

type Closing = { what: string; close: (shop: Shop, operator: Actor) => Promise<unknown> }

/** Closes a company by the operator's call, and by a statement that leaves its sessions as they are. */
const closings = (world: World): Closing[] => [
  {
    what: 'suspended by the operator',
    close: ({ id }, operator) =>
      operator.ok('PUT /api/companies/change-status/:id', { params: { id }, body: { status: 'suspended' } }),
  },
  {
    what: 'inactive in its row',
    close: ({ id }) => world.owner.query(`update companies set status = 'inactive' where id = $1`, [id]),
  },
]

const reopen = ({ id }: Shop, operator: Actor) =>
  operator.ok('PUT /api/companies/change-status/:id', { params: { id }, body: { status: 'active' } })

async function comeBack(world: World, held: Held): Promise<void> {
  const operator = await openShop(world, { isOperator: true })
  for (const { what, close } of closings(world)) {
    const shop = await openShop(world, { isOperator: true })
    const isAnswered = async () => (await shop.admin.send('GET /api/auth/me')).statusCode !== 401
    await close(shop, operator.admin)
    held(!(await isAnswered()), `a session of a company ${what} is answered`)
    await reopen(shop, operator.admin)
    if (what.startsWith('suspended')) held(!(await isAnswered()), 'a session from before came back with its company')
  }
}

/** Compares the answers to anonymous callers with those for a company that does not exist. */
async function askAnonymously(world: World, held: Held): Promise<void> {
  const operator = await openShop(world, { isOperator: true })
  for (const { what, close } of closings(world)) {
    const shop = await openShop(world)
    const { body } = await sampleCalls['POST /api/auth/login'](shop)
    const wrong = { identifier: `${newMark()}@casillero.test`, password: samplePassword }
    const content = randomBytes(40)
    const hash = createHash('sha256').update(content).digest('hex')
    await world.owner.query('insert into logos (company_id, hash, content) values ($1, $2, $3)', [
      shop.id,
      hash,
      content,
    ])
    await close(shop, operator.admin)
    const from = '10.2.0.1'
    const [right, absent] = [
      await shop.anonymous.send('POST /api/auth/login', { body, from }),
      await operator.anonymous.send('POST /api/auth/login', { body: wrong, from }),
    ]
    const shownOf = ({ statusCode, headers, ...answer }: typeof right) =>
      JSON.stringify([statusCode, answer.body, Object.keys(headers).toSorted()])
    held(right.statusCode === 401, `the right password of a company ${what}: ${right.body}`)
    held(shownOf(right) === shownOf(absent), `a sign-in shows that the company is ${what}: ${right.body}`)
    const health = await shop.anonymous.send('GET /api/health')
    const headers = { host: `${newMark()}.casillero.test` }
    const unknown = await world.app.inject({ url: '/api/health', headers })
    held(health.statusCode === 404 && health.body === unknown.body, `health of a company ${what}: ${health.body}`)
    const logo = await world.app.inject({ url: `/logos/${hash}.webp`, headers: { host: shop.host } })
    held(logo.statusCode === 200 && logo.rawPayload.equals(content), `the logo of a company ${what} is missing`)
  }
}

async function waitForMessages(world: World, held: Held): Promise<void> {
  const operator = await openShop(world, { isOperator: true })
  const messenger = await openMessenger(world)
  try {
    for (const { what, close } of closings(world)) {
      const shop = await openShop(world)
      const session = await messenger.link(shop)
      const sent = () => messenger.fake.sentBy(session).length
      await notifyReady(shop)
      await close(shop, operator.admin)
      for (let round = 0; round < 8; round += 1) await messenger.round()
      held(sent() === 0, `a company ${what} wrote to a client`)
      await reopen(shop, operator.admin)
      await messenger.until(() => sent() > 0)
      held(sent() === 1, `${sent()} messages left after the company was opened again`)
    }
  } finally {
    await messenger.close()
  }
}

threat('T-40', { what: 'What a suspended company can still do', asvs: ['7.4.2', '8.3.2'] }, ({ proof, control }) => {
  proof('no session of a closed company is valid, also after it opens again', on(comeBack, { instances: 2 }))
  proof('anonymous callers see no company, and its pictures stay', on(askAnonymously, { instances: 2 }))
  proof('the messages of a closed company wait until it is open again', on(waitForMessages))
  control(
    'sessions that do not ask after the company',
    on(comeBack, {
      weaken: (world) => rewriteFunction(world, 'live_session', `and c.status = 'active'`, ''),
    }),
  )
  control(
    'a worker that does not ask after the company',
    on(waitForMessages, {
      weaken: (world) => rewriteView(world, 'departures', `(c.status = 'active'::text) AND`, ''),
    }),
  )
})
