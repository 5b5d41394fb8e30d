import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError, failureOf } from './errors.ts'

const year = 31_536_000

/**
 * Serves the built browser app: hashed assets for ever, the page itself never from a cache, and the page for every address
 * that the browser's router knows. Files lie beside their compressed forms.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !path.includes('.')
    return isPage ? reply.sendFile('index.html') : reply.code(404).send(failureOf(new AppError('not_found')))
  })
}
