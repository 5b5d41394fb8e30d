import { allCalls, isOperators } from '../support/sample-calls.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, tenantTables } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

/** Calls that set a field to a fixed value, so that they need no version. */
const withoutVersion: string[] = [
  'PUT /api/client/:id/messages',
  'PUT /api/shipping-methods/:id/toggle-active',
  'PUT /api/shipping-methods/:id/set-default',
  'PUT /api/companies/change-status/:id',
  'PUT /api/account/password',
  // Its one field, by the one person who has it.
  'PUT /api/account/passkeys/:id',
  // The sheet of a file, and what its columns mean, are chosen anew before anything is written.
  'PUT /api/imports/:id/sheet',
  'PUT /api/imports/:id/mapping',
  // The same charges again are no edit and count no version up; update-package.test.ts has the conflict of two.
  'PUT /api/packages/:id/charges',
  // A state of the moment, of the caller alone.
  'PUT /api/conversations/:id/replying',
  // Asks for the same file again.
  'PUT /api/conversations/:id/messages/:messageId/audio',
]

const edits = allCalls.filter(({ name }) => name.startsWith('PUT') && !withoutVersion.includes(name))

/** Takes the record out of an answer, under any name. */
function versionIn(answer: { json(): object } | undefined): unknown {
  const records = Object.values(answer?.json() ?? {})
  return records.map((record) => Object(record).version).find((version) => version !== undefined)
}

/** Saves a record twice that two users have read. */
async function saveOverEachOther(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  for (const { name, endpoint, sample: makeSample } of edits) {
    const { admin } = isOperators(endpoint) ? operator : shop
    const sample = await makeSample(shop)
    const save = (version: unknown) => {
      const { version: _, ...body } = Object(sample.body)
      return admin.send(name, { ...sample, body: version === undefined ? body : { ...body, version } })
    }
    let version: unknown = versionIn(await save(undefined))
    for (let round = 0; round < tries(2, 100); round += 1) {
      const answers = await Promise.all([save(version), save(version)])
      const won = answers.filter(({ statusCode }) => statusCode === 200)
      const lost = answers.filter(
        ({ statusCode, body }) => statusCode === 409 && /"code":"(?:stale|package_changed)"/.test(body),
      )
      held(won.length === 1 && lost.length === 1, `${name}: ${answers.map(({ body }) => body).join(' ‖ ')}`)
      const late = await save(version)
      held(late.statusCode === 409, `${name}, long after: ${late.body}`)
      version = versionIn(won[0])
    }
  }
}

/** Weakens the versions, so that they do not count up. */
async function stopCounting(world: World): Promise<void> {
  for (const table of [...(await tenantTables(world)), 'companies']) {
    await world.owner.query(`drop trigger if exists bump_version on ${table}`)
  }
}

threat('T-25', { what: 'An edit that is saved over a newer one', asvs: ['2.3.2', '15.4.2'] }, ({ proof, control }) => {
  proof('one of two users who save what both have read gets a conflict', on(saveOverEachOther, { instances: 2 }))
  control('rows that are not held between reading and saving', on(saveOverEachOther, { rewire: withoutPart(rowLocks) }))
  control('versions that do not count up', on(saveOverEachOther, { weaken: stopCounting }))
})
