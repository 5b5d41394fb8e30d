import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError, failureOf } from '../errors.ts'
import { pathOf } from './request-path.ts'

const year = 31_536_000

/** What a content security policy must name so that the scripts that stand in the page itself may run: their hashes. */
export function inlineScriptsOf(folder: string): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

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
    const path = pathOf(request.url) ?? '/api'
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !path.includes('.')
    return isPage ? reply.sendFile('index.html') : reply.code(404).send(failureOf(new AppError('not_found')))
  })
}
