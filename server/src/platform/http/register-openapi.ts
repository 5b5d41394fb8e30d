import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { takesGzip } from './compression.ts'
import type { OpenWriter } from './send-stream.ts'

/** Builds the document. */
export const openApiThread = new URL('./openapi-thread.ts', import.meta.url)

type Document = { plain: Buffer; packed: Buffer }

async function describeCalls(open: OpenWriter): Promise<Document> {
  const thread = open()
  try {
    const plain = Buffer.from(await thread.ask({}))
    return { plain, packed: await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }) }
  } finally {
    thread.end()
  }
}

/**
 * Built on the first request, in a thread that ends then: the schemas take megabytes and hold the event loop. Compressed once too, because
 * anonymous callers ask for it.
 */
export function registerOpenApi(app: FastifyInstance, open: OpenWriter): void {
  let document: Promise<Document> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    document ??= describeCalls(open)
    try {
      const { plain, packed } = await document
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
      if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain)
      return reply.header('content-encoding', 'gzip').send(packed)
    } catch (failure) {
      document = undefined
      throw failure
    }
  })
}
