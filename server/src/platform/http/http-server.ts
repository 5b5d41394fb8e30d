import { createServer, type RequestListener, type Server } from 'node:http'
import { errorTable } from '@casillero/shared/contract/errors'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import helmet from '@fastify/helmet'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { AppError, toAppError, toFailure } from '../errors.ts'
import type { Answered } from '../metrics/metrics.ts'
import { compressReads } from './compression.ts'
import { readPath } from './request-path.ts'
import { longestRequestMs, watchBody } from './slow-bodies.ts'

type LoadSheddingOptions = {
  /** Left out: always. */
  admits?: (subdomain: () => string | null) => boolean
  /** Left out: any. */
  baseDomain?: string
  headers: Record<string, string>
  logger: FastifyBaseLogger
  /** Called after each answer, to count. */
  onAnswered?: (request: Answered) => void
}

const refusalsLoggedMs = 1_000

/** One line a second, because a line for each refusal would cost more than refusing. */
function createRefusalLog(logger: FastifyBaseLogger): () => void {
  let refused = 0
  return () => {
    refused += 1
    if (refused > 1) return
    const timer = setTimeout(() => {
      logger.warn({ refused }, 'too many calls at once')
      refused = 0
    }, refusalsLoggedMs)
    timer.unref()
  }
}

const busy = JSON.stringify(toFailure(new AppError('unavailable')))

/** Calls pass while there is room; others get a 503 at once. Pages, probes and webhooks always pass. */
function createLoadShedder(
  { admits = () => true, baseDomain, headers, logger, onAnswered }: LoadSheddingOptions,
  handler: (...call: Parameters<RequestListener>) => void,
): RequestListener {
  const refusal = {
    ...headers,
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(busy),
  }
  const logRefusal = createRefusalLog(logger)
  return (request, response) => {
    const company = () => readSubdomain(request.headers.host ?? '', baseDomain)
    if (!readPath(request.url ?? '')?.startsWith('/api/') || admits(company)) handler(request, response)
    else {
      logRefusal()
      onAnswered?.({ method: request.method ?? '', route: undefined, status: 503, seconds: 0 })
      response.writeHead(503, refusal).end(busy)
    }
  }
}

export type HttpServerOptions = {
  logger: FastifyBaseLogger
  /** Addresses of proxies whose X-Forwarded-* headers count; false trusts none. */
  trustedProxy: string | false
  /** Makes browsers stay with https. */
  isBehindTls: boolean
  /** Left out: any. */
  baseDomain?: string
  /** Hashes as a content security policy names them. */
  inlineScripts?: string[]
  /** Left out: always. */
  admits?: (subdomain: () => string | null) => boolean
  /** Called after each answer, to count. */
  onAnswered?: (request: Answered) => void
}

const bodyLimit = 256 * 1024

const socketLimits = {
  requestTimeout: longestRequestMs,
  headersTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

const silentMs = 60_000

/** Node's time limit starts only with a request's first byte. */
function closeSilent(server: Server): Server {
  return server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, silentMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Has the form of Node's error. */
const timeout = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Leaves out the query, which may hold a person's name, and the secrets of webhooks and links. */
function loggedPath(url: string): string | undefined {
  const secret = /^\/(hooks\/\w+|f|r|mi\/e)\//.exec(readPath(url) ?? '')?.[0]
  return secret === undefined ? url.split('?', 1)[0] : `${secret}…`
}

function hasSecondHost(rawHeaders: string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Our own pages may use camera, scale and label printer; all else is denied. */
const permissionsPolicy =
  'camera=(self), serial=(self), usb=(self), bluetooth=(), geolocation=(), hid=(), microphone=(), midi=(), payment=()'

/** Computed once: the library would build them for each request. */
async function securityHeaders({
  isBehindTls,
  inlineScripts = [],
}: HttpServerOptions): Promise<Record<string, string>> {
  const probe = fastify({ pluginTimeout: 0 })
  await probe.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // The barcode reader is WebAssembly (decision 013); strings are still not run as code.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Voice messages are played from what a call brought.
        mediaSrc: ['blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // Papers are printed from a frame that the page itself fills.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isBehindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  probe.get('/', async (_request, reply) => reply.getHeaders())
  const answer = await probe.inject('/')
  await probe.close()
  return { ...answer.json(), 'permissions-policy': permissionsPolicy }
}

/** From a fast sender, Node reads two megabytes a turn between the refusal and the end of the connection. */
export function stopReading({ code }: AppError, request: FastifyRequest): void {
  if (code === 'too_large' || code === 'too_many_uploads') request.raw.pause()
}

function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    stopReading(error, request)
    // The unread rest of a refused form would be taken for the next request.
    if (error.code === 'too_many_uploads') reply.header('connection', 'close')
    if (error.code === 'internal') request.log.error({ err: error.cause ?? thrown }, 'unexpected error')
    else if (error.code === 'unavailable') request.log.warn({ err: error.cause }, 'unavailable')
    if (error.refusal.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(error.refusal.retryAfterSeconds))
    else if (error.code === 'unavailable') reply.header('retry-after', '2')
    return reply.code(errorTable[error.code].status).send(toFailure(error))
  })
}

function logRequests(app: FastifyInstance, { onAnswered }: HttpServerOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    onAnswered?.({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request.url),
        host: request.host,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** Adds limits, security headers, one JSON parser and the one error handler, but no feature. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = await securityHeaders(options)
  const app = fastify({
    loggerInstance: options.logger,
    // The hook below logs one line per request, with only the allowed fields.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxy,
    // No limit: a busy machine makes a start slow, not wrong.
    pluginTimeout: 0,
    bodyLimit,
    serverFactory(handler) {
      const answer = createLoadShedder({ ...options, headers }, handler)
      const server = createServer(socketLimits, (request, response) => {
        watchBody(request, () => server.emit('clientError', timeout(), request.socket))
        answer(request, response)
      })
      return closeSilent(server)
    },
    forceCloseConnections: 'idle',
    // Requests over open connections are answered as usual while the server stops.
    return503OnClosing: false,
    // Longer than any address, because the router's own refusals would miss the error handler and the security headers.
    routerOptions: { maxParamLength: 64 * 1024, ignoreTrailingSlash: false },
    // Gives an address with a broken escape the usual 404.
    rewriteUrl: ({ url = '/' }) => (readPath(url) ? url : '/api/-'),
  })

  app.addHook('onRequest', (request, reply, done) => {
    // Answers are not stored, however their address is spelt. Routes that may be cached replace this header.
    reply.headers(headers).header('cache-control', 'no-store')
    // With two Host headers Node takes the first, a proxy perhaps the last: RFC 9112, section 3.2, requires a refusal.
    if (hasSecondHost(request.raw.rawHeaders)) done(new AppError('malformed'))
    else done()
  })

  // A proxy compresses by itself, including the page's files.
  if (options.trustedProxy === false) compressReads(app)

  // Accepts only JSON. Browsers send a JSON content type with an empty body for DELETE.
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })

  answerFailures(app)
  logRequests(app, options)
  return app
}
