import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Behaviour, engineError, misbehave, statusGuard } from './behaviours.ts'
import { qrPicture } from './qr-picture.ts'
import { type Sending, sendText } from './send-text.ts'
import { createSession, lockMessage, type Session } from './session.ts'
import { environment, sessionConfig } from './webhooks.ts'

export type GatewayParts = Sending & {
  apiKey: string
  sessions: Map<string, Session>
  calls: string[]
  /** What every call but a send gets. */
  behaviourOfCalls(): Behaviour
}

type OfSession = { Params: { name: string } }

const nest = (statusCode: number, error: string, message: string | string[]) => ({ message, error, statusCode })
const notFound = nest(404, 'Not Found', 'Session not found')

const creation = z.object({
  name: z.optional(
    z.string().check(
      z.regex(/^[a-zA-Z0-9_-]{0,54}$/, {
        error:
          'Session name can only contain alphanumeric characters, hyphens, and underscores (a-z, A-Z, 0-9, -, _) or be empty',
      }),
    ),
  ),
  start: z.optional(z.boolean()),
  config: z.optional(z.nullable(sessionConfig)),
})
const change = z.object({ config: z.optional(z.nullable(sessionConfig)) })

const problemsOf = (error: z.core.$ZodError) =>
  error.issues.map(({ path, message }) => (path.length > 1 ? `${path.join('.')}: ${message}` : message))

/** The gateway's HTTP side: the calls that we use, answered as the recordings have it. */
export function createGateway(parts: GatewayParts): FastifyInstance {
  const { sessions, times } = parts
  const app = fastify({ logger: false, forceCloseConnections: true })

  // An empty body that is called JSON is one without any, as in Express.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-powered-by', 'Express').header('access-control-allow-origin', '*')
    if (request.url === '/ping') return
    parts.calls.push(`${request.method} ${request.url}`)
    if (request.headers['x-api-key'] !== parts.apiKey) {
      return reply.code(401).send({ message: 'Unauthorized', statusCode: 401 })
    }
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.url === '/api/sendText' || request.url === '/ping') return
    if (await misbehave(parts.behaviourOfCalls(), times.slowMs, request, reply)) return reply
  })
  app.setErrorHandler((error, request, reply) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message.startsWith(lockMessage)) return reply.code(500).send(engineError(request, message))
    return reply.code(400).send(nest(400, 'Bad Request', message))
  })
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(nest(404, 'Not Found', `Cannot ${request.method} ${request.url}`)),
  )

  app.get('/ping', () => ({ message: 'pong' }))
  app.get('/api/server/version', () => environment)
  app.get<{ Querystring: { all?: string } }>('/api/sessions', ({ query }) =>
    [...sessions.values()]
      .filter(({ status }) => query.all === 'true' || status !== 'STOPPED')
      .map((session) => session.info()),
  )
  app.post('/api/sessions', async (request, reply) => {
    const asked = creation.safeParse(request.body)
    if (!asked.success) return reply.code(400).send(nest(400, 'Bad Request', problemsOf(asked.error)))
    const name = asked.data.name || `session_${sessions.size + 1}`
    if (sessions.has(name)) {
      const message = `Session '${name}' already exists. Use PUT to update it.`
      return reply.code(422).send(nest(422, 'Unprocessable Entity', message))
    }
    const session = createSession(name, parts)
    sessions.set(name, session)
    await session.configure(asked.data.config ?? null)
    if (asked.data.start) await session.start()
    return reply.code(201).send(session.info())
  })

  const withSession = (status: number, run: (session: Session, request: FastifyRequest) => Promise<void>) =>
    async function answer(request: FastifyRequest<OfSession>, reply: FastifyReply) {
      const session = sessions.get(request.params.name)
      if (!session) return reply.code(404).send(notFound)
      await run(session, request)
      return reply.code(status).send(session.info())
    }

  app.get<OfSession>(
    '/api/sessions/:name',
    withSession(200, async () => {}),
  )
  app.put<OfSession>('/api/sessions/:name', async (request, reply) => {
    const asked = change.safeParse(request.body)
    if (!asked.success) return reply.code(400).send(nest(400, 'Bad Request', problemsOf(asked.error)))
    return withSession(200, (session) => session.configure(asked.data.config ?? null))(request, reply)
  })
  app.post<OfSession>(
    '/api/sessions/:name/start',
    withSession(201, (session) => session.start()),
  )
  app.post<OfSession>(
    '/api/sessions/:name/stop',
    withSession(201, (session) => session.stop()),
  )
  app.post<OfSession>(
    '/api/sessions/:name/restart',
    withSession(201, (session) => session.restart()),
  )
  app.post<OfSession>(
    '/api/sessions/:name/logout',
    withSession(201, (session) => session.logout()),
  )
  app.delete<OfSession>('/api/sessions/:name', async (request, reply) => {
    await sessions.get(request.params.name)?.stop()
    sessions.get(request.params.name)?.close()
    sessions.delete(request.params.name)
    return reply.code(200).send()
  })

  app.get<OfSession>('/api/:name/auth/qr', async (request, reply) => {
    const session = sessions.get(request.params.name)
    if (!session) return reply.code(404).send(notFound)
    if (session.qr === null) {
      await wait(session.status === 'STOPPED' ? times.notRunningMs : times.wrongStatusMs)
      const { qr, status } = session
      if (qr === null) return reply.code(422).send(statusGuard(session.name, status, 'SCAN_QR_CODE'))
    }
    const picture = qrPicture(session.qr ?? '')
    // The compare is exact, in the real one too.
    if (request.headers.accept !== 'application/json') return reply.type('image/png').send(picture)
    return { mimetype: 'image/png', data: picture.toString('base64') }
  })
  app.post('/api/sendText', (request, reply) => sendText(parts, request, reply))
  return app
}
