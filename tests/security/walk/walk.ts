import type { UserType } from '@casillero/shared/domain/permissions'
import { isOf } from '@casillero/shared/test/callers'
import { whoMayCall } from '@casillero/shared/test/who-may-call'
import { verifyData } from '../../../server/src/commands/verify-data/report.ts'
import type { Actor } from '../../support/actor.ts'
import { allCalls, isOperators, type SampledCall } from '../../support/sample-calls.ts'
import { createWorld, type World } from '../../support/world.ts'
import { openLure } from '../support/lure.ts'
import { closeAnother, makeCall, readAgain, readForeignRows, writeWithStolenFields } from './answered.ts'
import { pointAcross } from './foreign-keys.ts'
import { sendHostileValues } from './hostile.ts'
import { type Step, tryAllRefused } from './refused.ts'
import { type Check, type Note, openScene, type Scene } from './scene.ts'
import { listStolen } from './stolen-fields.ts'

type Options = Parameters<typeof createWorld>[0] & {
  /** Removes a guard, in this world's own database or wiring. */
  weaken?: (world: World) => Promise<unknown>
  /** Ends the walk at the first fault of this kind, which is all that a control has to show. */
  until?: Check
}

/** Walks over every call of the contract on a world of its own, or on one from which a guard was taken. */
export async function walkCalls(tell: Note, { weaken, until, ...options }: Options = {}): Promise<void> {
  let isOver = false
  const note: Note = (check, isSo, what) => {
    tell(check, isSo, what)
    isOver ||= check === until && !isSo
  }
  const log: string[] = []
  const keep = (line: string) => {
    if (line.includes('"forbidden"')) log.push(line)
  }
  const lure = await openLure()
  const world = await createWorld({ hasGateway: true, log: keep, ...options })
  try {
    await weaken?.(world)
    const scene = await openScene(world, note, log)
    const steps: Step[] = []
    for (const call of allCalls) {
      // A call that cannot be walked over hides nothing of the others.
      const step = isOver ? undefined : await walkOver(scene, call).catch((error) => String(error))
      if (typeof step === 'object') steps.push(step)
      note('sample', typeof step !== 'string', `${call.name}: ${step}`)
    }
    await lookAtRows(scene)
    await pointAcross(scene)
    for (const step of steps) if (!isOver) await sendHostileValues(scene, step, lure)
  } finally {
    await lure.close()
    await world.close()
  }
}

const types: readonly UserType[] = ['viewer', 'user', 'admin']

/** A session of its own for each call, which may end it. */
async function addLeastCaller({ shop, operator }: Scene, { name, endpoint }: SampledCall): Promise<Actor> {
  if (endpoint.who === 'anyone') return shop.anonymous
  const isOperator = isOperators(endpoint)
  const least = types.find((type) => isOf[whoMayCall[name]]({ type, isOperator })) ?? 'admin'
  return await (isOperator ? operator : shop).addUser(least)
}

async function walkOver(scene: Scene, call: SampledCall): Promise<Step> {
  const { shop, neighbour, operator } = scene
  const { endpoint } = call
  const caller = await addLeastCaller(scene, call)
  const addAdmin = () => (isOperators(endpoint) ? operator : neighbour).addUser('admin')
  const theirAdmin = await addAdmin()
  const own = await call.sample(shop, endpoint.who === 'anyone' ? undefined : caller)
  const step = { call, own, theirs: await call.sample(neighbour, theirAdmin), theirAdmin }
  await tryAllRefused(scene, step)
  if (endpoint.method === 'GET') {
    await readForeignRows(scene, step)
    await makeCall(scene, step, caller)
    await readAgain(scene, step)
  } else {
    const usual = await makeCall(scene, await closeAnother(scene, step), caller)
    const admin = await addAdmin()
    await writeWithStolenFields(scene, step, { sample: await call.sample(neighbour, admin), admin, usual })
  }
  return step
}

/** Looks at what all calls left in the tables. */
async function lookAtRows(scene: Scene): Promise<void> {
  const { world, note, shop } = scene
  const lost = (await verifyData(world.ownerUrl)).find(({ says }) => says.startsWith('Idempotency keys lead'))
  note('replay', lost?.count === 0, `keys that lead to nothing: ${lost?.places}`)
  const stolen = await listStolen(world)
  note('assignment', stolen.length === 0, `a row holds ${stolen}`)
  const { rows } = await world.owner.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute where attname = 'search_text' and not attisdropped
     and attrelid in (select oid from pg_class where relkind = 'r' and relname <> 'users')`,
  )
  note('searchable', rows.length > 4, `only ${rows.length} tables are searched`)
  for (const { name } of rows) {
    const bare = await world.owner.query(`select from ${name} where search_text = '' and company_id = $1`, [shop.id])
    note('searchable', bare.rowCount === 0, `${bare.rowCount} rows of ${name} cannot be found`)
  }
}
