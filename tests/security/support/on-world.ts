import { Client } from 'pg'
import { superuserUrl, urlOf } from '../../support/test-database.ts'
import { createWorld, type World } from '../../support/world.ts'
import type { Held } from './threat.ts'

type Attack = (world: World, held: Held) => Promise<void>
type Options = Parameters<typeof createWorld>[0] & {
  /** Removes a guard, in this world's own database or wiring. */
  weaken?: (world: World) => Promise<unknown>
}

/** Runs an attack on a world of its own: as it is, or with a guard removed. */
export function on(attack: Attack, { weaken, ...options }: Options = {}): (held: Held) => Promise<void> {
  return async (held) => {
    const world = await createWorld(options)
    try {
      await weaken?.(world)
      await attack(world, held)
    } finally {
      await world.close()
    }
  }
}

/** Ends an attack at the first try that got through, which is all that a control has to show; for one that tries one after the other. */
export function untilFirst(attack: (held: Held) => Promise<void>): (held: Held) => Promise<void> {
  return async (held) => {
    const first = new Error('A try got through')
    const stop: Held = (isSo, what) => {
      held(isSo, what)
      if (!isSo) throw first
    }
    await attack(stop).catch((error: unknown) => {
      if (error !== first) throw error
    })
  }
}

/** Runs a statement that not even the owner of the database may run. */
export async function asSuperuser(world: World, statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(superuserUrl(), new URL(world.ownerUrl).pathname.slice(1)) })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Replaces a part of a function of this world's database. Throws when the function has no such part. */
export async function rewriteFunction(world: World, name: string, from: string | RegExp, to: string): Promise<void> {
  const { rows } = await world.owner.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name])
  const text = rows[0]?.text ?? ''
  const rewritten = text.replace(from, to)
  if (rewritten === text) throw new Error(`${name} has nothing to take away like ${from}`)
  await asSuperuser(world, rewritten)
}

/** Replaces a part of a view of this world's database. Throws when the view has no such part. */
export async function rewriteView(world: World, name: string, from: string | RegExp, to: string): Promise<void> {
  const { rows } = await world.owner.query<{ text: string }>('select pg_get_viewdef($1::regclass) as text', [name])
  const text = rows[0]?.text ?? ''
  const rewritten = text.replace(from, to)
  if (rewritten === text) throw new Error(`${name} has nothing to take away like ${from}`)
  await asSuperuser(world, `create or replace view ${name} with (security_invoker = true) as ${rewritten}`)
}

/** Lists every table with a company, without `companies`. */
export async function tenantTables(world: World): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' and not a.attisdropped
    order by 1`)
  return rows.map(({ name }) => name)
}
