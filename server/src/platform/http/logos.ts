import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors.ts'

const keptBytes = 8 * 1024 * 1024

/** Public and immutable, because the name is the content's hash. docs/product/companies-and-users.md, "Logo". */
export function registerLogos(app: FastifyInstance, database: Database): void {
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length || 1 })

  async function find(hash: string, address: string): Promise<Buffer> {
    const { rows } = await database.asAnonymous({ door: 'logos', address }, (db) =>
      sql<{ content: Buffer | null }>`select logo_content(${hash}) as content`.execute(db),
    )
    const content = rows[0]?.content
    if (!content) throw new AppError('not_found')
    kept.set(hash, content)
    return content
  }

  app.get<{ Params: { file: string } }>('/logos/:file', async ({ params, ip }, reply) => {
    const hash = /^([0-9a-f]{64})\.webp$/.exec(params.file)?.[1]
    if (!hash) throw new AppError('not_found')
    const content = kept.get(hash) ?? (await find(hash, ip))
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(content)
  })
}
