import type { Actor } from '../support/actor.ts'
import { holding, untilBlocked } from '../support/locks.ts'
import { openShop } from '../support/shop.ts'
import { type Company, newMark, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

const person = (change: object) => ({
  firstName: 'Rosa',
  lastName: 'Peña',
  email: `${newMark()}@correo.test`,
  type: 'admin',
  password: '',
  ...change,
})

const ways = ['demotes', 'deactivates', 'deletes'] as const
type Way = (typeof ways)[number]

const changes = { demotes: { type: 'user' }, deactivates: { status: 'inactive' } }

/** Takes the rights of an admin, by the company's own calls or by the operator's. */
function remove(by: Actor, { userId }: Actor, way: Way, outside?: Company) {
  const path = outside ? '/api/companies/:id/users/:userId' : '/api/users/:id'
  const params = outside ? { id: outside.id, userId } : { id: userId }
  return way === 'deletes'
    ? by.send(`DELETE ${path}`, { params })
    : by.send(`PUT ${path}`, { params, body: person(changes[way]) })
}

async function adminsOf(world: World, { id }: Company): Promise<string[]> {
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from users where company_id = $1 and type = 'admin' and status = 'active' and deleted_at is null`,
    [id],
  )
  return rows.map((row) => row.id)
}

/**
 * Lets two admins at two servers remove each other at the same moment; in every second race the operator acts for one of them.
 */
async function removeEachOther(world: World, held: Held): Promise<void> {
  const operator = await world.openCompany({ isOperator: true })
  for (let race = 0; race < tries(18, 200); race += 1) {
    const company = await world.openCompany()
    const [one, other] = [company.admin, await company.addUser('admin')]
    const way = ways[race % ways.length] ?? 'deletes'
    const isOutside = race % 2 === 1
    const answers = await Promise.all([
      remove(one, other, way),
      isOutside ? remove(operator.admin, one, way, company) : remove(other, one, way),
    ])
    const outcome = answers.map(({ statusCode }) => statusCode).join(' ')
    const left = await adminsOf(world, company)
    const refused = answers.filter(({ statusCode }) => statusCode >= 400).length
    held(
      left.length === 1 && refused === 1,
      `race ${race}, ${way}, from outside: ${isOutside}: ${outcome}, ${left.length} left`,
    )
  }
}

/** Lets two of three admins delete each other at the same moment, at two servers: the second is no admin any more. */
async function deleteEachOther(world: World, held: Held): Promise<void> {
  for (let race = 0; race < tries(10, 100); race += 1) {
    const company = await world.openCompany()
    const [one, other] = [await company.addUser('admin'), await company.addUser('admin')]
    const answers = await Promise.all([remove(one, other, 'deletes'), remove(other, one, 'deletes')])
    const outcome = answers.map(({ statusCode }) => statusCode).toSorted()
    const left = await adminsOf(world, company)
    held(left.length === 2 && String(outcome) === '200,401', `race ${race}: ${outcome}, ${left.length} left`)
  }
}

const ends: [what: string, status: number, statement: string][] = [
  ['deleted', 401, 'update users set deleted_at = now() where id = $1'],
  ['deactivated', 401, `update users set status = 'inactive' where id = $1`],
  ['signed out', 401, 'delete from sessions where user_id = $1'],
  ['demoted', 403, `update users set type = 'viewer' where id = $1`],
]

/** Makes a call wait for a row that another transaction holds, while its caller loses the right to make it. */
async function endWhoWaits(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { id, version } = await shop.addClient()
  const locks: [table: string, row: string, call: (by: Actor) => ReturnType<Actor['send']>][] = [
    ['companies', shop.id, (by) => remove(by, shop.viewer, 'deactivates')],
    [
      'clients',
      id,
      (by) =>
        by.send('PUT /api/client/:id', {
          params: { id },
          body: { firstName: 'Robado', lastNames: 'Robado', phone: '50588001122', version },
        }),
    ],
  ]
  for (const [table, row, call] of locks) {
    for (const [what, status, statement] of ends) {
      const caller = await shop.addUser('admin')
      const answer = await holding(
        world.owner,
        [`select from ${table} where id = $1 for no key update`, [row]],
        async (holder) => {
          const waiting = call(caller)
          await untilBlocked(world.owner, 1)
          await world.owner.query(statement, [caller.userId])
          await holder.query('commit')
          return await waiting
        },
      )
      const { rows } = await world.owner.query(
        `select (select count(*)::int from users where id = $1 and status = 'active') +
                (select count(*)::int from clients where id = $2 and first_name <> 'Robado') as untouched`,
        [shop.viewer.userId, id],
      )
      held(
        answer.statusCode === status && rows[0]?.untouched === 2,
        `${what} while waiting for ${table}: ${answer.statusCode} ${answer.body}`,
      )
    }
  }
}

const confirmEveryCaller = (world: World) =>
  rewriteFunction(world, 'confirm_caller', 'if type_now is null then', 'if true then return; end if; if false then')

/** Tries to remove the last admin, and the own account beside another admin, in every way and by both kinds of calls. */
async function removeLast(world: World, held: Held): Promise<void> {
  const operator = await world.openCompany({ isOperator: true })
  for (const way of ways) {
    const company = await world.openCompany()
    const last = await remove(operator.admin, company.admin, way, company)
    held(last.json().code === 'last_admin', `the operator ${way} the last admin: ${last.body}`)
    const alone = await remove(company.admin, company.admin, way)
    held(alone.json().code === 'own_account', `the last admin ${way} themselves: ${alone.body}`)
    await company.addUser('admin')
    const self = await remove(company.admin, company.admin, way)
    held(self.json().code === 'own_account', `one of two admins ${way} themselves: ${self.body}`)
    const own = await remove(operator.admin, operator.admin, way, operator)
    held(own.statusCode === 409, `the operator ${way} themselves: ${own.body}`)
    held((await adminsOf(world, company)).length === 2, 'both are there')
  }
}

threat(
  'T-12',
  { what: 'a company left without an admin, a right that outlives its holder', asvs: ['2.3.4', '15.4.2'] },
  ({ proof, control }) => {
    proof('one of two admins who remove each other at once stays', on(removeEachOther, { instances: 2 }))
    control('the same races, without the locks', on(removeEachOther, { instances: 2, rewire: withoutPart(rowLocks) }))
    proof('one of two admins of three who delete each other at once stays', on(deleteEachOther, { instances: 2 }))
    control(
      'two of three, where the caller is looked at once',
      on(deleteEachOther, { instances: 2, weaken: confirmEveryCaller }),
    )
    proof('a call that waited is refused once its caller was deleted, demoted or signed out', on(endWhoWaits))
    control('a call that waited, where the caller is looked at once', on(endWhoWaits, { weaken: confirmEveryCaller }))
    proof('the last admin and the own account cannot be removed', on(removeLast))
    control(
      'the last admin, where inactive ones count too',
      on(removeLast, { rewire: withoutPart(/ and "status" = \$\d+/) }),
    )
  },
)
