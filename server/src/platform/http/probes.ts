import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { singleFlight } from '../database/single-flight.ts'

/** `/livez`: the process answers. `/readyz`: the database does too. */
export function registerProbes(app: FastifyInstance, database: Database): void {
  app.get('/livez', () => ({ status: 'ok' }))
  const ask = singleFlight(() => database.withoutCompany((db) => sql`select app_now()`.execute(db)))
  app.get('/readyz', async () => {
    await ask('')
    return { status: 'ok' }
  })
}
