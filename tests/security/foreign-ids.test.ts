import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { Actor } from '../support/actor.ts'
import { rowsOf } from '../support/company-rows.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { absentId, type World } from '../support/world.ts'
import { on, tenantTables, untilFirst } from './support/on-world.ts'
import { asOtherSession, makeEveryUserOperator } from './support/other-session.ts'
import { type Held, threat } from './support/threat.ts'

type Sample = {
  headers?: Record<string, string>
  params?: { id: string; userId?: string }
  query?: Record<string, string>
  body?: unknown
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const namesOf = (which: (endpoint: Endpoint) => boolean) => allEndpoints.filter(which).map(nameOf).filter(isCall)

const isOperators = ({ who }: Endpoint) => who === 'companies.manage'
const byId = namesOf((endpoint) => endpoint.path.includes('/:id') && !isOperators(endpoint))
const operators = namesOf(isOperators)
const reads = namesOf(
  (endpoint) => endpoint.method === 'GET' && !endpoint.path.includes('/:id') && !isOperators(endpoint),
)

async function openTwo(world: World): Promise<{ shop: Shop; neighbour: Shop }> {
  return { shop: await openShop(world), neighbour: await openShop(world) }
}

/** Makes every call with an id in its path, by each role, with the id of a row of the neighbour. */
async function reachByIds(world: World, held: Held): Promise<void> {
  const { shop, neighbour } = await openTwo(world)
  for (const name of byId) {
    const sample: Sample = { ...(await sampleCalls[name](shop)), ...(await sampleCalls[name](neighbour)) }
    const rowsOfBoth = async () =>
      JSON.stringify([await rowsOf(world.owner, shop.id), await rowsOf(world.owner, neighbour.id)])
    const before = await rowsOfBoth()
    const answers: [caller: string, refusal: string, forOthers: string[]][] = []
    for (const caller of ['admin', 'user', 'viewer'] as const) {
      const answerTo = async (id: Pick<Sample, 'params'>) => {
        const { statusCode, body } = await shop[caller].send(name, { ...sample, ...id })
        return `${statusCode} ${body}`
      }
      const others = [await answerTo({ params: { id: absentId } }), await answerTo({ params: { id: 'no-es-un-id' } })]
      answers.push([caller, await answerTo({}), others])
    }
    const isUnchanged = (await rowsOfBoth()) === before
    for (const [caller, refusal, forOthers] of answers) {
      const isRefusal = caller === 'admin' ? /^404 .*"not_found"/ : /^40[34] /
      const isRefused = isRefusal.test(refusal) && forOthers.every((answer) => answer === refusal)
      held(isRefused && isUnchanged, `${name} by a ${caller}: ${refusal}, both unchanged: ${isUnchanged}`)
    }
  }
}

/** Makes the operator's calls by id, on an unknown company and on a user through a company that is not theirs. */
async function reachThroughWrongCompany(world: World, held: Held): Promise<void> {
  const { shop, neighbour } = await openTwo(world)
  const operator = await openShop(world, { isOperator: true })
  for (const name of operators.filter((call) => call.includes('/:'))) {
    const [own, theirs]: Sample[] = [await sampleCalls[name](shop), await sampleCalls[name](neighbour)]
    const wrong = [absentId, 'no-es-un-id'].map((id) => ({ ...own?.params, id }))
    if (theirs?.params?.userId) wrong.push({ id: shop.id, userId: theirs.params.userId })
    const before = JSON.stringify([await rowsOf(world.owner, shop.id), await rowsOf(world.owner, neighbour.id)])
    for (const params of wrong) {
      const { statusCode, body } = await operator.admin.send(name, { ...own, params })
      const after = JSON.stringify([await rowsOf(world.owner, shop.id), await rowsOf(world.owner, neighbour.id)])
      const isRefused = statusCode === 404 && body.includes('"not_found"') && after === before
      held(isRefused, `${name} for ${JSON.stringify(params)}: ${statusCode} ${body}`)
    }
  }
}

/** Makes every call of the operator's on the neighbour, by all other users. */
async function actAsOperator(world: World, held: Held): Promise<void> {
  const { shop, neighbour } = await openTwo(world)
  const operator = await openShop(world, { isOperator: true })
  const actors: [string, Actor][] = [
    ['an admin', shop.admin],
    ['a user', shop.user],
    ['a viewer', shop.viewer],
    ["an operator's user", operator.user],
    ["an operator's viewer", operator.viewer],
  ]
  for (const name of operators) {
    const sample = await sampleCalls[name](neighbour)
    for (const [who, actor] of actors) {
      const before = await rowsOf(world.owner, neighbour.id)
      const { statusCode } = await actor.send(name, sample)
      const isUnchanged = JSON.stringify(await rowsOf(world.owner, neighbour.id)) === JSON.stringify(before)
      held(statusCode === 403 && isUnchanged, `${name} by ${who}: ${statusCode}`)
    }
  }
}

/** Lists every id in the rows of the company. */
async function idsOf(world: World, { id }: Shop): Promise<string[]> {
  const found = await Promise.all(
    (await tenantTables(world)).map(async (table) => {
      const statement = `select distinct v.value as id from ${table} t, jsonb_each_text(to_jsonb(t)) v
        where t.company_id = $1 and v.value ~ '^[0-9a-f]{8}-[0-9a-f]{4}-'`
      return (await world.owner.query<{ id: string }>(statement, [id])).rows
    }),
  )
  return [...new Set(found.flat().map((row) => row.id))]
}

/** Makes every list, search and look-up, as usual and with the neighbour's ids as filters. */
async function readLists(world: World, held: Held): Promise<void> {
  const { shop, neighbour } = await openTwo(world)
  for (const company of [shop, neighbour]) await company.invoice(await company.receiveMany(2))
  for (const name of takeSample(reads, 25)) {
    const samples = [{}, await sampleCalls[name](shop), await sampleCalls[name](neighbour)]
    const theirs = await idsOf(world, neighbour)
    for (const sample of samples) {
      const answer = await shop.admin.send(name, sample)
      const seen = theirs.filter((id) => answer.body.includes(id))
      held(
        answer.statusCode < 500 && seen.length === 0,
        `${name} ${JSON.stringify(sample)}: ${answer.statusCode} ${seen}`,
      )
    }
  }
}

/** Only these tables are opened: with all of them open no company could do the work that the samples need. */
const seeAll = async (world: World) => {
  for (const table of ['clients', 'packages', 'invoices', 'users']) {
    await world.owner.query(`create policy all_see on ${table} to casillero_app using (true) with check (true)`)
  }
}

threat(
  'T-02',
  { what: 'a row of another company, by its id or in a list', asvs: ['8.2.2', '8.4.1'] },
  ({ proof, control }) => {
    const gateway = { hasGateway: true }
    proof('every call by a foreign id answers as if there were no such row', on(reachByIds, gateway))
    control(
      'calls by id, with a policy that lets every row be seen',
      untilFirst(on(reachByIds, { ...gateway, weaken: seeAll })),
    )
    proof("the operator's calls are for the operator's admins alone", on(actAsOperator, gateway))
    control(
      "the operator's calls, where every user passes for an operator",
      on(actAsOperator, {
        ...gateway,
        weaken: makeEveryUserOperator,
        rewire: asOtherSession({ isOperator: true, userType: 'admin' }),
      }),
    )
    proof(
      "the operator's calls know no company that is not there, and no person through a wrong one",
      on(reachThroughWrongCompany, gateway),
    )
    proof('no list, search or look-up holds an id of another company', on(readLists, gateway))
    control(
      'lists, with a policy that lets every row be seen',
      untilFirst(on(readLists, { ...gateway, weaken: seeAll })),
    )
  },
)
