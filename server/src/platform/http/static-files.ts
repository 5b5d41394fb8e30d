import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError, toFailure } from '../errors.ts'
import { readPath } from './request-path.ts'

const year = 31_536_000

/** Listed because the content security policy must name them. */
export function listInlineScripts(folder: string): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Hashed assets are cached for ever, the page is revalidated. Addresses of the browser's router get the page. */
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
    const path = readPath(request.url) ?? '/api'
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !path.includes('.')
    return isPage ? reply.sendFile('index.html') : reply.code(404).send(toFailure(new AppError('not_found')))
  })
}
