import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** `/livez`: the process answers. `/readyz`: the database does too. Never a company's data. */
export function registerProbes(app: FastifyInstance, database: Database): void {
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await database.asNobody((db) => sql`select app_now()`.execute(db))
    return { status: 'ok' }
  })
}
