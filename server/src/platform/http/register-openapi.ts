import type { FastifyInstance } from 'fastify'
import type { OpenWriter } from './send-stream.ts'

/** The module of the thread that makes the document. */
export const openApiThread = new URL('./openapi-thread.ts', import.meta.url)

async function describeCalls(open: OpenWriter): Promise<Buffer> {
  const thread = open()
  try {
    return Buffer.from(await thread.ask({}))
  } finally {
    thread.end()
  }
}

/**
 * Registers `GET /api/openapi.json`. The first request makes the document, in a thread that ends with it: the schemas of all calls
 * take megabytes and hold the event loop for a moment, and most servers are never asked for it.
 */
export function registerOpenApi(app: FastifyInstance, open: OpenWriter): void {
  let document: Promise<Buffer> | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= describeCalls(open)
    try {
      return reply.type('application/json; charset=utf-8').send(await document)
    } catch (failure) {
      document = undefined
      throw failure
    }
  })
}
