import { reservedSubdomains } from '@casillero/shared/domain/tenant-host'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { type Company, newMark, type World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { makeEveryUserOperator } from './support/other-session.ts'
import { type Held, threat } from './support/threat.ts'

/** Spellings of a name that a hasty comparison takes for another name, and a browser or a reader for the same. */
const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name} `,
  (name) => `${name}.`,
  (name) => `${name}\u200b`,
  (name) => `${name}\u0000`,
  (name) => name.replace('a', '\u0430').replace('o', '\u043e').replace('s', '\u0455').replace('p', '\u0440'),
  (name) => String.fromCodePoint(...[...name].map((letter) => (letter.codePointAt(0) ?? 0) + 0xfee0)),
]

const countOf = async ({ owner }: World) => (await owner.query('select from companies')).rowCount

/** Tries to open a company under each name with power or trust, as an operator might by mistake. */
async function takeNames(world: World, held: Held): Promise<void> {
  const { admin } = await world.openCompany({ isOperator: true })
  for (const name of reservedSubdomains) {
    for (const [index, spell] of spellings.entries()) {
      const before = await countOf(world)
      const body = { name: 'Reservada', subdomain: spell(name) }
      const { statusCode } = await admin.send('POST /api/companies/create-company', { body })
      // A name without any of the letters that have a double is the name itself.
      const isRefused = [400, 409].includes(statusCode) && (await countOf(world)) === before
      held(isRefused, `${name}, spelling ${index}: ${statusCode}`)
    }
  }
}

/** Tries to make a company the operator, by its forms and by a statement of the owner. */
async function makeOneself(world: World, held: Held): Promise<void> {
  const [company, operator] = [await world.openCompany(), await world.openCompany({ isOperator: true })]
  const identity = async () => {
    const { rows } = await world.owner.query('select subdomain, is_operator from companies where id = $1', [company.id])
    return JSON.stringify(rows)
  }
  const before = await identity()
  const body = { name: 'Otra', subdomain: 'master', isOperator: true, is_operator: true }
  await company.admin.send('PUT /api/companies/update', { body })
  held((await identity()) === before, 'by its own form')
  await operator.admin.send('PUT /api/companies/update-company/:id', { params: { id: company.id }, body })
  held((await identity()) === before, "by the operator's form")
  for (const change of [`subdomain = 'master-2'`, 'is_operator = true', 'id = uuidv7()']) {
    const refusal = await codeOf(world.owner.query(`update companies set ${change} where id = $1`, [company.id]))
    held(refusal === '23514' && (await identity()) === before, `set ${change}: ${refusal}`)
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  )

/** Calls the functions that look across companies as users who are no admin of the operator, by direct statements. */
async function callFunctions(world: World, held: Held): Promise<void> {
  const [company, operator] = [await world.openCompany(), await world.openCompany({ isOperator: true })]
  const callers: [string, { companyId: string; userId: string }][] = [
    ["a company's admin", { companyId: company.id, userId: company.admin.userId }],
    ["an operator's user", { companyId: operator.id, userId: operator.user.userId }],
    ["a company's admin, in the operator's name", { companyId: operator.id, userId: company.admin.userId }],
  ]
  const calls = [
    `act_in_company('${company.id}')`,
    'list_companies()',
    `open_company_as_operator('Ajena', '${newMark()}')`,
    `open_company('Ajena', '${newMark()}', true)`,
  ]
  for (const [who, caller] of callers) {
    for (const call of calls) {
      const refusal = await codeOf(world.database.asUser(caller, (db) => sql.raw(`select * from ${call}`).execute(db)))
      held(refusal === '42501', `${call} by ${who}: ${refusal}`)
    }
  }
}

/** Tries what an operator's staff may not do, and what even its admins may not. */
async function overreach(world: World, held: Held): Promise<void> {
  const operator = await world.openCompany({ isOperator: true })
  const [one, third] = [await world.openCompany(), await world.openCompany()]
  await reachThrough(operator, one, third, held)
  const own = { params: { id: operator.id }, body: { status: 'inactive' } }
  const { statusCode } = await operator.admin.send('PUT /api/companies/change-status/:id', own)
  held(statusCode === 409, `the own company's status: ${statusCode}`)
}

/** Tries to reach the staff of a third company through the address of another. */
async function reachThrough({ admin }: Company, one: Company, third: Company, held: Held): Promise<void> {
  const params = { id: one.id, userId: third.user.userId }
  const body = { firstName: 'Rosa', email: `${newMark()}@correo.test`, type: 'admin', password: '' }
  for (const method of ['PUT', 'DELETE']) {
    const { statusCode } = await admin.send(`${method} /api/companies/:id/users/:userId`, { params, body })
    held(statusCode === 404, `${method} of a third company's user: ${statusCode}`)
  }
  const { statusCode } = await third.user.send('GET /api/auth/me')
  held(statusCode === 200, 'who is there as before')
}

const loseIdentity = (world: World) => world.owner.query('drop trigger keep_company_identity on companies')

/** A product without its list of reserved names. */
async function openNames(held: Held): Promise<void> {
  const list = vi.spyOn(reservedSubdomains, 'includes').mockReturnValue(false)
  try {
    await on(takeNames)(held)
  } finally {
    list.mockRestore()
  }
}

threat('T-07', { what: 'a company that comes to run the platform', asvs: ['8.2.1', '8.3.1'] }, ({ proof, control }) => {
  proof('no reserved name is given in any spelling', on(takeNames))
  control('reserved names, without the list of them', openNames)
  proof('no company becomes an operator or moves to another name', on(makeOneself))
  control('the same, without the trigger that keeps who a company is', on(makeOneself, { weaken: loseIdentity }))
  proof('the functions that look across companies refuse all other users', on(callFunctions))
  control('the same functions, without the check of the caller', on(callFunctions, { weaken: makeEveryUserOperator }))
  proof("an operator's staff and its admins have their own rights and no more", on(overreach))
})
