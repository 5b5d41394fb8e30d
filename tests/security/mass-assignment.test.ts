import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { userEndpoints } from '@casillero/shared/contract/users'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { userValues } from '../../server/src/features/users/queries.ts'
import { rowsOf } from '../support/company-rows.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, tenantTables } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

vi.mock(import('../../server/src/features/users/queries.ts'), async (importActual) => {
  const actual = await importActual()
  return { ...actual, userValues: vi.fn(actual.userValues) }
})

type Sample = { headers?: Record<string, string>; params?: { id: string }; body?: unknown }

const writes = allEndpoints.filter(({ method, body }) => method !== 'GET' && body !== undefined)

const stolenId = '01890000-dead-7000-8000-00000000beef'

/** Fields that no client may set, each with a value that is unique in the database. */
const stolen = ({ id: neighbourId }: Shop): Record<string, unknown> => ({
  id: stolenId,
  company_id: neighbourId,
  companyId: neighbourId,
  type: 'admin',
  status: 'suspended',
  is_operator: true,
  isOperator: true,
  password_hash: 'stolen-hash',
  passwordHash: 'stolen-hash',
  version: 424_242,
  companyInvoiceId: 424_243,
  company_invoice_id: 424_243,
  totalAmount: 424_244.42,
  total_amount: 424_244.42,
  paidTotal: 424_245.42,
  finalPricePerPound: 4_242.424242,
  final_price_per_pound: 4_242.424242,
  isInvoiced: true,
  createdAt: '1999-09-09T09:09:09.000Z',
  created_at: '1999-09-09T09:09:09.000Z',
  createdBy: stolenId,
  deleted_at: '1999-09-09T09:09:09.000Z',
  companyPackageId: 424_246,
  company_package_id: 424_246,
  casillero: 'ZZZ4247',
  last_number: 424_248,
  subdomain: 'stolen',
})

const marks = [
  ...[stolenId, 'stolen-hash', 'suspended', '424242', '424243', '424244.42', '424245.42', '4242.424242'],
  ...['1999-09-09%', '424246', 'ZZZ4247', '424248', 'stolen'],
]

/** Adds every forbidden field to the objects of a body that do not have it, and counts them. */
function inject(value: unknown, extra: Record<string, unknown>): { body: unknown; count: number } {
  if (Array.isArray(value)) {
    const inner = value.map((item) => inject(item, extra))
    return { body: inner.map(({ body }) => body), count: inner.reduce((sum, { count }) => sum + count, 0) }
  }
  if (typeof value !== 'object' || value === null) return { body: value, count: 0 }
  const own = Object.entries(value).map(([key, inner]) => ({ key, ...inject(inner, extra) }))
  const added = Object.entries(extra).filter(([key]) => !Object.hasOwn(value, key))
  return {
    body: Object.fromEntries([...own.map(({ key, body }) => [key, body]), ...added]),
    count: own.reduce((sum, { count }) => sum + count, added.length),
  }
}

/** Lists the tables with one of the forbidden values. */
async function landed(world: World): Promise<string[]> {
  const tables = ['companies', ...(await tenantTables(world))]
  const found = tables.map(
    (table) => `select '${table} ' || v.key || ' ' || v.value as place
      from ${table} t, jsonb_each_text(to_jsonb(t)) v where v.value like any ($1)`,
  )
  const { rows } = await world.owner.query<{ place: string }>(found.join(' union all '), [marks])
  return rows.map(({ place }) => place)
}

/** Lists the columns that a call writes. */
async function statementsOf(world: World, work: () => Promise<{ statusCode: number; body: string }>) {
  let answer = { statusCode: 0, body: '' }
  const statements = await world.statementsOf(async () => {
    answer = await work()
  })
  return { answer, text: statements.filter((sql) => /^(insert|update)/.test(sql)).join('\n') }
}

/** Makes every write once as it should be, and once with all forbidden fields in every object of its body. */
async function decideEverything(world: World, held: Held, calls: Endpoint[]): Promise<void> {
  const [shop, neighbour] = [await openShop(world), await openShop(world)]
  const operator = await openShop(world, { isOperator: true })
  for (const { method, path, who, status = 200 } of calls) {
    const name = `${method} ${path}`
    if (!isCall(name)) throw new Error(`${name} has no sample`)
    const caller = who === 'companies.manage' ? operator.admin : shop.admin
    const plain: Sample = await sampleCalls[name](shop)
    const usual = await statementsOf(world, () => caller.send(name, plain))
    const sample: Sample = await sampleCalls[name](shop)
    const before = await rowsOf(world.owner, neighbour.id)
    const { version, ...others } = stolen(neighbour)
    // An edit may say which version it was made of.
    const { body, count } = inject(sample.body, method === 'PUT' ? others : { version, ...others })
    const { answer, text } = await statementsOf(world, () => caller.send(name, { ...sample, body }))
    const places = await landed(world)
    const isSame = answer.statusCode === status && usual.answer.statusCode === status && text === usual.text
    const isAlone = JSON.stringify(await rowsOf(world.owner, neighbour.id)) === JSON.stringify(before)
    const isQuiet = !marks.some((mark) => answer.body.includes(mark.replace('%', '')))
    for (let field = 0; field < count; field += 1) {
      held(
        isSame && isAlone && isQuiet && places.length === 0,
        `${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}, ${places}`,
      )
    }
  }
}

/** Edits the own account as a user who may not edit accounts. */
async function promoteOneself(world: World, held: Held): Promise<void> {
  const { user, viewer } = await world.openCompany()
  for (const caller of [user, viewer]) {
    const body = { firstName: 'Ana', email: 'ana@correo.test', type: 'admin', password: '' }
    const { statusCode } = await caller.send('PUT /api/users/:id', { params: { id: caller.userId }, body })
    const { rows } = await world.owner.query('select type from users where id = $1', [caller.userId])
    held(statusCode === 403 && rows[0]?.type !== 'admin', `type=admin by oneself: ${statusCode}`)
  }
}

/** An application without schemas, which takes the sent fields as the columns of a row. */
async function careless(work: () => Promise<void>): Promise<void> {
  const { body } = userEndpoints.create
  const actual = await vi.importActual<typeof import('../../server/src/features/users/queries.ts')>(
    '../../server/src/features/users/queries.ts',
  )
  try {
    Object.assign(userEndpoints.create, { body: z.looseObject({ password: z.string() }) })
    vi.mocked(userValues).mockImplementation((person) => {
      const { version, created_at } = Object(person)
      return Object.assign(actual.userValues(person), version && { version, created_at })
    })
    await work()
  } finally {
    Object.assign(userEndpoints.create, { body })
    vi.mocked(userValues).mockRestore()
  }
}

threat(
  'T-08',
  { what: 'columns that are not the sender’s to decide', asvs: ['15.3.3', '8.2.3'] },
  ({ proof, control }) => {
    const gateway = { hasGateway: true }
    proof('no field beyond the contract reaches a row, in any object of any write', (held) =>
      on((world) => decideEverything(world, held, writes), gateway)(held),
    )
    control('one write whose values are spread into the row', (held) =>
      careless(() => on((world) => decideEverything(world, held, [userEndpoints.create]), gateway)(held)),
    )
    proof('no user becomes an admin by their own call', on(promoteOneself))
  },
)
