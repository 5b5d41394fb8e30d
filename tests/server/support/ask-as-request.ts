import type { World } from '../../support/world.ts'

/** Runs a statement as a request's connection does: in the role of the product, without a company. */
export async function askAsRequest<Row extends object>(world: World, statement: string): Promise<Row[]> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role casillero_app')
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
