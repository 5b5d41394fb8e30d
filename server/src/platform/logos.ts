import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'

/** `/logos/<hash>.webp`: public, and immutable since its name is the hash of its content. */
export function registerLogos(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { file: string } }>('/logos/:file', async ({ params }, reply) => {
    const hash = /^([0-9a-f]{64})\.webp$/.exec(params.file)?.[1]
    if (!hash) throw new AppError('not_found')
    const { rows } = await database.asStranger((db) =>
      sql<{ content: Buffer | null }>`select logo_content(${hash}) as content`.execute(db),
    )
    const content = rows[0]?.content
    if (!content) throw new AppError('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(content)
  })
}
