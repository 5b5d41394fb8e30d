import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { askedTogether } from '../database/asked-together.ts'
import type { Database } from '../database/database.ts'

/** `/livez`: the process answers. `/readyz`: the database does too. Never a company's data. */
export function registerProbes(app: FastifyInstance, database: Database): void {
  app.get('/livez', () => ({ status: 'ok' }))
  const ask = askedTogether(() => database.asNobody((db) => sql`select app_now()`.execute(db)))
  app.get('/readyz', async () => {
    await ask('')
    return { status: 'ok' }
  })
}
