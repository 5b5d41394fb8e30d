import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Behaviour, engineError, misbehave, statusGuard } from './behaviours.ts'
import { qrPicture } from './qr-picture.ts'
import { type Sending, sendMessage } from './send-message.ts'
import { createSession, lockMessage, type Reach, type Session } from './session.ts'
import { environment, newUlid, sessionConfig } from './webhooks.ts'

export type GatewayParts = Sending & {
  apiKey: string
  sessions: Map<string, Session>
  calls: string[]
  /** The known numbers by the aliases that hide them. */
  lids: Map<string, string>
  reach(): Reach
  /** The behaviour to every call but a send. */
  behaviourOfCalls(): Behaviour
}

type OfSession = { Params: { name: string } }

const nest = (statusCode: number, error: string, message: string | string[]) => ({ message, error, statusCode })
const notFound = nest(404, 'Not Found', 'Session not found')

const creation = z.object({
  name: z.optional(
    z.string().check(
      z.regex(/^[a-zA-Z0-9_-]*$/, {
        error:
          'Session name can only contain alphanumeric characters, hyphens, and underscores (a-z, A-Z, 0-9, -, _) or be empty',
      }),
      z.maxLength(54, { error: 'name must be shorter than or equal to 54 characters' }),
    ),
  ),
  start: z.optional(z.boolean()),
  config: z.optional(z.nullable(sessionConfig)),
})
const change = z.object({ config: z.optional(z.nullable(sessionConfig)) })

const problemsOf = (error: z.core.$ZodError) =>
  error.issues.map(({ path, message }) => [...path.slice(0, -1), message].join('.'))

/** Creates the gateway's HTTP server: the calls that the product uses, answered as in the recordings. */
export function createGateway(parts: GatewayParts): FastifyInstance {
  const { sessions, times } = parts
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 50 * 1024 * 1024 })

  // An empty body of the type JSON counts as no body, as in Express.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
  // A body of another type counts as no body.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-powered-by', 'Express').header('access-control-allow-origin', '*')
    if (!request.url.startsWith('/api/')) return
    parts.calls.push(`${request.method} ${request.url}`)
    if (request.headers['x-api-key'] !== parts.apiKey) {
      return reply.code(401).send({ message: 'Unauthorized', statusCode: 401 })
    }
  })
  app.addHook('preHandler', async (request, reply) => {
    if (/^\/api\/send(?:Text|Image|File)$|^\/ping$/.test(request.url)) return
    if (await misbehave(parts.behaviourOfCalls(), times.slowMs, request, reply)) return reply
  })
  app.addHook<OfSession>('preHandler', async (request, reply) => {
    const { name = Object(request.body).name } = request.params
    if (!/^2026\.[1-5]\./.test(parts.version()) || name === undefined || name === 'default') return
    const message = `WAHA Core support only 'default' session. You tried to access '${name}' session`
    return reply.code(422).send(nest(422, 'Unprocessable Entity', message))
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
  // A real gateway has no `isStandIn`: companies of a demo send through a fake alone.
  app.get('/api/server/version', () => ({ ...environment, version: parts.version(), isStandIn: true }))
  app.get<{ Querystring: { all?: string } }>('/api/sessions', ({ query: { all = 'false' } }, reply) => {
    if (all !== 'true' && all !== 'false') {
      return reply.code(400).send(nest(400, 'Bad Request', ['all must be a boolean value']))
    }
    return [...sessions.values()]
      .filter(({ status }) => all === 'true' || status !== 'STOPPED')
      .map((session) => session.info())
  })
  app.get('/api/files/:name/:file', async (request, reply) => {
    const file = parts.messages.files.get(request.url)
    if (file) return reply.header('content-type', file.mimetype).send(file.content)
    return reply.code(404).send(nest(404, 'Not Found', "ENOENT: no such file or directory, stat '/var/waha/files'"))
  })
  app.post('/api/sessions', async (request, reply) => {
    const asked = creation.safeParse(request.body ?? {})
    if (!asked.success) return reply.code(400).send(nest(400, 'Bad Request', problemsOf(asked.error)))
    const name = asked.data.name || `session_${newUlid()}`
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
  app.post<OfSession>('/api/sessions/:name/stop', async (request, reply) => {
    if (!sessions.has(request.params.name)) return reply.code(201).send()
    return withSession(201, (session) => session.stop())(request, reply)
  })
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

  app.get<OfSession>('/api/sessions/:name/me', async (request, reply) => {
    const session = sessions.get(request.params.name)
    if (session && session.status !== 'STOPPED') return reply.code(200).send(session.source.me ?? undefined)
    const { name } = request.params
    const message = `We didn't find a session with name '${name}'.\nPlease start it first by using POST /api/sessions/${name}/start request`
    return reply.code(404).send(nest(404, 'Not Found', message))
  })

  /** Waits for a session to reach a status, as long as the gateway does; undefined after the call was refused. */
  async function inStatus(name: string, expected: string, reply: FastifyReply): Promise<Session | undefined> {
    const session = sessions.get(name)
    if (session?.status === expected) return session
    await wait(session && session.status !== 'STOPPED' ? times.wrongStatusMs : times.notRunningMs)
    if (session?.status === expected) return session
    const refusal = session
      ? statusGuard(name, session.status, expected)
      : { error: `Session "${name}" does not exist`, session: name }
    await reply.code(422).send(refusal)
    return undefined
  }

  app.get<OfSession & { Querystring: { format?: string } }>('/api/:name/auth/qr', async (request, reply) => {
    const qr = (await inStatus(request.params.name, 'SCAN_QR_CODE', reply))?.qr
    if (typeof qr !== 'string') return reply
    if (request.query.format === 'raw') return { value: qr }
    const picture = qrPicture(qr)
    // The comparison is exact in the real gateway too.
    if (request.headers.accept !== 'application/json') return reply.type('image/png').send(picture)
    return { mimetype: 'image/png', data: picture.toString('base64') }
  })
  /** The session in which chats and aliases are kept; undefined after the call was refused. */
  async function withStore(name: string, reply: FastifyReply): Promise<Session | undefined> {
    const session = await inStatus(name, 'WORKING', reply)
    if (!session || session.source.config?.noweb?.store?.enabled === true) return session
    const message =
      'Enable NOWEB store "config.noweb.store.enabled=True" and "config.noweb.store.full_sync=True" when starting a new session.'
    await reply.code(400).send(nest(400, 'Bad Request', message))
    return undefined
  }

  type Asked = { Querystring: Record<string, string> }
  app.get<OfSession & Asked>('/api/:name/chats/all/messages', async (request, reply) => {
    const { params, query } = request
    if (!(await withStore(params.name, reply))) return reply
    return parts.messages.list(params.name, query) ?? reply.code(500).send(engineError(request, 'Cannot read keys'))
  })
  app.get<Asked & { Params: { name: string; chat: string; id: string } }>(
    '/api/:name/chats/:chat/messages/:id',
    async ({ params: { name, chat, id }, query }, reply) => {
      if (!(await withStore(name, reply))) return reply
      return (
        parts.messages.find(name, chat, id, query) ?? reply.code(404).send(nest(404, 'Not Found', 'Message not found'))
      )
    },
  )
  app.get<{ Params: { name: string; lid: string } }>('/api/:name/lids/:lid', async ({ params }, reply) => {
    if (!(await withStore(params.name, reply))) return reply
    const lid = params.lid.replace(/(?:@lid)?$/, '@lid')
    const phone = parts.lids.get(lid)
    return { lid, pn: phone === undefined ? null : `${phone}@c.us` }
  })
  for (const name of ['sendText', 'sendImage', 'sendFile'])
    app.post(`/api/${name}`, (request, reply) => sendMessage(parts, request, reply))
  return app
}
