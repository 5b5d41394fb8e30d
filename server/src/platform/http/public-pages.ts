import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../errors.ts'

type Parts = { secret: string; part?: string }
type Query = Readonly<Record<string, unknown>>

/** A visit to a public page: the parts of the address that follow its path, on which company's host, and from which address. */
export type PageVisit = Parts & { query: Query; subdomain: string | null; address: string }

/** A page of HTML, or a file of a media type under its name. */
export type PageAnswer =
  | { status: 200 | 404 | 429; html: string }
  | { fileName: string; type: string; content: Uint8Array }

type PublicPages = {
  /** The addresses, such as `/f/:secret`. */
  paths: readonly string[]
  /** The domain that a company's host must end with; left out: any. */
  baseDomain: string | undefined
  contentPolicy: string
  /** Shown while the server is busy. */
  busyPage: string
  open: (visit: PageVisit) => Promise<PageAnswer>
}

/**
 * Serves pages outside the app that anyone with their address may see: never stored, never indexed, without scripts. A failure is a
 * page too, because no screen of the app is there to phrase it.
 */
export function registerPublicPages(
  app: FastifyInstance,
  { paths, baseDomain, contentPolicy, busyPage, open }: PublicPages,
) {
  app.register(async (pages) => {
    pages.addHook('onRequest', (_request, reply, done) => {
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy)
        .header('x-robots-tag', 'noindex, nofollow, noarchive')
      done()
    })
    pages.setErrorHandler((thrown, request, reply) => {
      const error = toAppError(thrown)
      if (error.code === 'unavailable') request.log.warn({ err: error.cause }, 'unavailable')
      else request.log.error({ err: error.cause ?? thrown }, 'unexpected error')
      return reply.code(503).header('retry-after', '2').send(busyPage)
    })
    const handle = async (request: FastifyRequest<{ Params: Parts; Querystring: Query }>, reply: FastifyReply) => {
      const subdomain = readSubdomain(request.host, baseDomain)
      const answer = await open({ ...request.params, query: request.query, subdomain, address: request.ip })
      if ('html' in answer) return reply.code(answer.status).send(answer.html)
      const { content, fileName, type } = answer
      return reply
        .header('content-disposition', `inline; filename="${fileName}"`)
        .type(type)
        .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
    }
    for (const path of paths) pages.get<{ Params: Parts; Querystring: Query }>(path, handle)
  })
}
