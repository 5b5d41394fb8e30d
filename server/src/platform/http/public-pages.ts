import { type ErrorCode, errorTable } from '@casillero/shared/contract/errors'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { toAppError } from '../errors.ts'
import { stopReading } from './http-server.ts'
import { type PageUpload, readPageForm } from './upload.ts'

type Texts = Readonly<Record<string, string>>

export type PageVisit = {
  params: Texts
  query: Readonly<Record<string, unknown>>
  /** Empty if none was sent. */
  form: Texts
  /** Reads nothing of it before. Throws `file_not_usable` for more than `most` bytes, and what `readPageForm` does. */
  readUpload: (fileField: string, most: number) => Promise<PageUpload>
  subdomain: string | null
  /** Known from an earlier page on this host, so the visitor has not made it up. */
  company: string | undefined
  address: string
  /** The origin that the visitor used. */
  origin: string
  /** Stored on the visitor's device; empty without one. */
  secret: string
  /** Of other clients on the same device. */
  others: readonly string[]
  /** The number that was typed on the device; empty without one. */
  phone: string
  userAgent: string | null
  /** Of the request to become a client that the browser holds; empty without one. */
  signup: string
}

/** HTML, a file, or a redirect with secrets, a number and a request for the device to keep; empty ones are forgotten. */
export type PageAnswer =
  | { status: 200 | 403 | 404 | 429; html: string }
  | { fileName: string; type: string; content: Uint8Array; isDownload?: true }
  | {
      goTo: string
      kept?: { secret: string; others: readonly string[]; seconds: number }
      phone?: string
      signup?: string
    }

type PublicPage = {
  method?: 'GET' | 'POST'
  /** A pattern such as `/f/:secret`. */
  path: string
  open: (visit: PageVisit) => Promise<PageAnswer>
}

export type PublicPages = {
  pages: readonly PublicPage[]
  /** Left out: any. */
  baseDomain: string | undefined
  contentPolicy: string
  renderSentence: (sentence: string) => string
  /** Said if a form came from another host; left out: that the service is busy. */
  refused?: string
}

const busy = 'El servicio está ocupado; intente de nuevo en un momento.'
const unread = 'No pudimos leer lo que envió; vuelva a intentarlo.'
/** Of what never came to the page. */
const unreadable: Partial<Record<ErrorCode, string>> = {
  too_large: 'Lo que envió es demasiado grande.',
  unsupported_type: unread,
  malformed: unread,
}

const formBytes = 4_096
const maxShown = 5_000
/** Only these pages have forms and secrets that need the cookie. */
const cookiePath = '/mi'
const signupPath = '/registro'
const signupSeconds = 30 * 86_400
export const longestPhone = 60
const phoneSeconds = 180 * 86_400

/** No script can read it, and no other site's form sends it. Over plain HTTP it cannot be `Secure`. */
const writeCookie = (
  { protocol }: FastifyRequest,
  name: string,
  value: string,
  seconds: number,
  path = cookiePath,
): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${protocol === 'https' ? '; Secure' : ''}`

const readOrigin = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`

/** Checked because hosts of other companies are of the same site, so their forms bring the cookie. */
function isOwnForm(request: FastifyRequest): boolean {
  const { origin } = request.headers
  // Without an origin the browser must say that the form is of this host; old browsers do not.
  if (origin === undefined || origin === 'null') return request.headers['sec-fetch-site'] === 'same-origin'
  return origin === readOrigin(request)
}

const readTexts = (value: unknown): Texts =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, text]) => [name, String(text)]))

function readTyped(cookies: string): string {
  try {
    return decodeURIComponent(/(?:^|;\s*)mi-telefono=([^;]*)/.exec(cookies)?.[1] ?? '').slice(0, longestPhone)
  } catch {
    return ''
  }
}

/** Clients on one device, beside the one whose pages are open. */
const mostOthers = 4

const readOthers = (cookies: string): string[] =>
  (/(?:^|;\s*)mi-otros=([\w.-]*)/.exec(cookies)?.[1] ?? '')
    .split('.')
    .filter((secret) => secret !== '')
    .slice(0, mostOthers)

const readVisit = (request: FastifyRequest, subdomain: string | null, company: string | undefined): PageVisit => ({
  params: readTexts(request.params),
  query: Object(request.query),
  form: readTexts(request.body),
  readUpload: (fileField, most) => readPageForm(request, fileField, most),
  subdomain,
  company,
  address: request.ip,
  origin: readOrigin(request),
  secret: /(?:^|;\s*)mi=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '',
  others: readOthers(request.headers.cookie ?? ''),
  phone: readTyped(request.headers.cookie ?? ''),
  userAgent: request.headers['user-agent'] ?? null,
  signup: /(?:^|;\s*)alta=(\w*)/.exec(request.headers.cookie ?? '')?.[1] ?? '',
})

/** A redirect is answered on any host. */
const isShown = (answer: PageAnswer): boolean => ('html' in answer ? answer.status === 200 : 'content' in answer)

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageVisit,
  answer: PageAnswer,
): Promise<FastifyReply> {
  if ('html' in answer) return await reply.code(answer.status).send(answer.html)
  if ('goTo' in answer) {
    const { kept, phone, signup } = answer
    if (signup !== undefined)
      reply.header('set-cookie', writeCookie(request, 'alta', signup, signup ? signupSeconds : 0, signupPath))
    if (kept) {
      const { secret, others, seconds } = kept
      reply.header('set-cookie', writeCookie(request, 'mi', secret, seconds))
      const joined = others.slice(0, mostOthers).join('.')
      if (joined !== '' || visit.others.length > 0)
        reply.header('set-cookie', writeCookie(request, 'mi-otros', joined, joined === '' ? 0 : seconds))
    }
    if (phone !== undefined)
      reply.header(
        'set-cookie',
        writeCookie(request, 'mi-telefono', encodeURIComponent(phone), phone ? phoneSeconds : 0),
      )
    return await reply.redirect(answer.goTo, 303)
  }
  const { content, fileName, type, isDownload } = answer
  return await reply
    .header('content-disposition', `${isDownload ? 'attachment' : 'inline'}; filename="${fileName}"`)
    .type(type)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

/** Pages are never stored or indexed, and work without a script. A failure is a page too. */
export function registerPublicPages(
  app: FastifyInstance,
  { pages, baseDomain, contentPolicy, renderSentence, refused = busy }: PublicPages,
) {
  const shown = new LRUCache<string, true>({ max: maxShown })
  app.register(async (place) => {
    place.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    place.addHook('onRequest', (_request, reply, done) => {
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy)
        .header('x-robots-tag', 'noindex, nofollow, noarchive')
      done()
    })
    place.setErrorHandler((thrown, request, reply) => {
      const error = toAppError(thrown)
      const sentence = unreadable[error.code]
      // The server drops the type of a failed answer.
      reply.type('text/html; charset=utf-8')
      stopReading(error, request)
      if (sentence !== undefined) return reply.code(errorTable[error.code].status).send(renderSentence(sentence))
      if (error.code === 'unavailable') request.log.warn({ err: error.cause }, 'unavailable')
      else request.log.error({ err: error.cause ?? thrown }, 'unexpected error')
      return reply.code(503).header('retry-after', '2').send(renderSentence(busy))
    })
    for (const { method = 'GET', path, open } of pages) {
      place.route({
        method,
        url: path,
        async handler(request, reply) {
          if (method === 'POST' && !isOwnForm(request)) return await reply.code(403).send(renderSentence(refused))
          const subdomain = readSubdomain(request.host, baseDomain)
          const company = subdomain !== null && shown.has(subdomain) ? subdomain : undefined
          const visit = readVisit(request, subdomain, company)
          const answer = await open(visit)
          if (subdomain !== null && isShown(answer)) shown.set(subdomain, true)
          return await send(request, reply, visit, answer)
        },
      })
    }
  })
}
