import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { may } from '@casillero/shared/domain/permissions'
import { subdomainOf } from '@casillero/shared/domain/tenant-host'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { bearerToken, hashToken } from '../auth/session.ts'
import type { Credentials, Database, Db, Session } from '../database/database.ts'
import { AppError, invalidInput } from '../errors.ts'
import { generateParsers } from './generated-parsers.ts'
import { runOnce } from './idempotency.ts'
import { redrawPicture } from './picture.ts'
import { isForm, readForm } from './upload.ts'

type Parsed<E, Part extends string> = E extends { [P in Part]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined

/** The input of a call, parsed by its schemas; `picture` is redrawn, and null where none was sent. */
export type Input<E> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  picture: Buffer | null
}

/** The answer of a call, before the adapter adds `success` and the schema strips fields that it does not name. */
export type Answer<E> = E extends { reply: infer S extends z.core.$ZodType } ? Omit<z.input<S>, 'success'> : never

/** The caller of a call without a session. */
export type Visitor = {
  subdomain: string | null
  address: string
  userAgent: string | null
  database: Database
  log: FastifyBaseLogger
}

type Raw = { params: unknown; query: unknown; body: unknown; picture: Buffer | null }

type Sign = {
  endpoint: Endpoint
  forSession: (db: Db, raw: Raw, session: Session, key: string | undefined) => Promise<object>
}
/** Runs a transaction of the caller; each begins with the check that the caller may still make the call. */
export type AsCaller = <T>(run: (db: Db, session: Session) => Promise<T>) => Promise<T>

type Stepwise = { endpoint: Endpoint; forCaller: (asCaller: AsCaller, raw: Raw) => Promise<object> }
type Reading = { endpoint: Endpoint; forReader: (db: Db, raw: Raw) => Promise<object> }
type Open = { endpoint: Endpoint; forVisitor: (visitor: Visitor, raw: Raw) => Promise<object> }
/** A file under its name, and what it is drawn from. */
export type FileOrder = { fileName: string; drawing: object }
type Drawn = { endpoint: Endpoint & { file: string }; forFile: (db: Db, raw: Raw) => Promise<FileOrder> }

/** One served call; `registerRoutes` puts it on the server. */
export type Route = Sign | Stepwise | Reading | Open | Drawn

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

function parseInput<const E extends Endpoint>(endpoint: E, raw: Raw): Input<E> {
  const params = z.safeParse(endpoint.params ?? z.unknown(), raw.params)
  // Parameters that no address of this call can have name nothing.
  if (!params.success) throw new AppError('not_found')
  const query = parse(endpoint.query, raw.query)
  const input = { params: params.data, query, body: parse(endpoint.body, raw.body), picture: raw.picture }
  // The schemas are the endpoint's own, which the compiler cannot follow through a generic.
  return input as Input<E>
}

function answerOf(endpoint: Endpoint, answer: object): object {
  if (!endpoint.reply) throw new AppError('internal')
  const result = z.safeParse(endpoint.reply, { success: true, ...answer })
  if (!result.success) throw new AppError('internal', { cause: result.error })
  if (typeof result.data !== 'object' || result.data === null) throw new AppError('internal')
  return result.data
}

/**
 * Serves a call of the contract inside the caller's company: authorised, parsed, in one transaction, its answer parsed
 * before it commits. `made` phrases the refusal of an idempotency key that is used again with other content.
 * Refuses by itself with `unauthorized`, `forbidden`, `invalid` and, for a malformed id, `not_found`.
 */
export function serve<const E extends Endpoint>(
  endpoint: E,
  handle: (db: Db, input: Input<E>, session: Session) => Promise<Answer<E>>,
  made: (first: Answer<E>) => AppError = () => new AppError('key_reused'),
): Route {
  return {
    endpoint,
    forSession: async (db, raw, session, key) => {
      const input = parseInput(endpoint, raw)
      const work = async () => answerOf(endpoint, await handle(db, input, session))
      if (!endpoint.idempotent) return await work()
      // The stored answer is one of this endpoint, parsed by its schema before it was written.
      const call = { key, endpoint, input, made: (first: unknown) => made(first as Answer<E>) }
      const outcome = await runOnce(db, call, work)
      return 'replayed' in outcome ? answerOf(endpoint, Object(outcome.replayed)) : outcome
    },
  }
}

/**
 * Serves a call that takes more than one transaction, such as one that must store a note although it is refused; the caller is
 * authorised before the input is parsed.
 */
export function serveInSteps<const E extends Endpoint>(
  endpoint: E,
  handle: (asCaller: AsCaller, input: Input<E>) => Promise<Answer<E>>,
): Route {
  return {
    endpoint,
    forCaller: async (asCaller, raw) => {
      const input = await asCaller(async () => parseInput(endpoint, raw))
      return answerOf(endpoint, await handle(asCaller, input))
    },
  }
}

/**
 * Serves a call that reads and need not know its user: each statement travels in one packet with the check of the session, and
 * nothing is answered before that check has passed (decision 010).
 */
export function serveReading<const E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  handle: (db: Db, input: Input<E>) => Promise<Answer<E>>,
): Route {
  return {
    endpoint,
    forReader: async (db, raw) => answerOf(endpoint, await handle(db, parseInput(endpoint, raw))),
  }
}

/**
 * Serves a call that reads as `serveReading` does and answers a file, which is drawn after the connection went back to the pool.
 */
export function serveFile<const E extends Endpoint & { method: 'GET'; file: string }>(
  endpoint: E,
  handle: (db: Db, input: Input<E>) => Promise<FileOrder>,
): Route {
  return { endpoint, forFile: (db, raw) => handle(db, parseInput(endpoint, raw)) }
}

/** Serves a call that needs no session; it opens the transactions it needs itself. */
export function serveAnyone<const E extends Endpoint & { who: 'anyone' }>(
  endpoint: E,
  handle: (visitor: Visitor, input: Input<E>) => Promise<Answer<E>>,
): Route {
  return {
    endpoint,
    forVisitor: async (visitor, raw) => answerOf(endpoint, await handle(visitor, parseInput(endpoint, raw))),
  }
}

function isAllowed(endpoint: Endpoint, session: Session): boolean {
  if (endpoint.who === 'anyone') return false
  if (endpoint.who === 'signedIn') return true
  return may({ type: session.userType, isOperator: session.isOperator }, endpoint.who)
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Reads a form and redraws its picture, before the call's transaction is open, so that no connection waits for them. */
async function readUpload({ upload }: Endpoint, request: FastifyRequest): Promise<Pick<Raw, 'body' | 'picture'>> {
  if (!upload) throw new AppError('unsupported_type')
  const { fields, picture } = await readForm(request, upload)
  return { body: fields, picture: picture && (await redrawPicture(picture)) }
}

/** What serves the calls: the database, and the threads that draw files. */
export type Place = {
  database: Database
  /** Draws a file when it is the company's turn. */
  draw: (company: string, drawing: object) => Promise<Uint8Array>
  /** The domain that a company's host must end with, such as `casillero.com`; others name no company. */
  baseDomain?: string | undefined
}

function credentialsOf(request: FastifyRequest, { baseDomain }: Place): Credentials {
  const subdomain = subdomainOf(request.host, baseDomain)
  const token = bearerToken(request.headers.authorization)
  if (token === undefined || subdomain === null) throw new AppError('unauthorized')
  return { tokenHash: hashToken(token), subdomain }
}

/** Throws `unauthorized` without a session, `forbidden` with one that may not make this call, which is logged. */
function authorise(
  endpoint: Endpoint,
  request: FastifyRequest,
  session: Session | undefined,
): asserts session is Session {
  if (!session) throw new AppError('unauthorized')
  if (isAllowed(endpoint, session)) return
  const { companyId, userId } = session
  request.log.warn({ companyId, userId, needs: endpoint.who }, 'forbidden')
  throw new AppError('forbidden')
}

function callerOf({ endpoint }: Route, request: FastifyRequest, place: Place): AsCaller {
  const credentials = credentialsOf(request, place)
  return (run) =>
    place.database.asSession(credentials, async (db, session) => {
      authorise(endpoint, request, session)
      return await run(db, session)
    })
}

async function answerSession(route: Sign, request: FastifyRequest, raw: Raw, place: Place): Promise<object> {
  const asCaller = callerOf(route, request, place)
  const key = singleHeader(request, 'idempotency-key')
  if (!isForm(request)) return await asCaller((db, session) => route.forSession(db, raw, session, key))
  // The caller is authorised before the picture is decoded, so that anonymous callers cost no decoding.
  await asCaller(async () => ({}))
  const sent = { ...raw, ...(await readUpload(route.endpoint, request)) }
  return await asCaller((db, session) => route.forSession(db, sent, session, key))
}

async function sendFile(
  route: Drawn,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
): Promise<FastifyReply> {
  const credentials = credentialsOf(request, place)
  const raw = { params: request.params, query: request.query, body: undefined, picture: null }
  const isFor = (session: Session | undefined) => authorise(route.endpoint, request, session)
  const order = await place.database.readAsSession(credentials, isFor, (db) => route.forFile(db, raw))
  const content = await place.draw(credentials.subdomain, order.drawing)
  return reply
    .header('content-disposition', `inline; filename="${order.fileName}"`)
    .type(route.endpoint.file)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

async function answer(route: Exclude<Route, Drawn>, request: FastifyRequest, place: Place): Promise<object> {
  const { database, baseDomain } = place
  const raw = { params: request.params, query: request.query, body: request.body, picture: null }
  if ('forReader' in route) {
    const isFor = (session: Session | undefined) => authorise(route.endpoint, request, session)
    return await database.readAsSession(credentialsOf(request, place), isFor, (db) => route.forReader(db, raw))
  }
  if ('forSession' in route) return await answerSession(route, request, raw, place)
  if (isForm(request)) throw new AppError('unsupported_type')
  if ('forCaller' in route) return await route.forCaller(callerOf(route, request, place), raw)
  const userAgent = singleHeader(request, 'user-agent') ?? null
  const subdomain = subdomainOf(request.host, baseDomain)
  const visitor = { subdomain, address: request.ip, userAgent, database, log: request.log }
  return await route.forVisitor(visitor, raw)
}

/** Registers the calls on the server, with one adapter for all of them. */
export function registerRoutes(app: FastifyInstance, place: Place, routes: Route[]): void {
  for (const route of routes) {
    const { endpoint } = route
    const { method, path, status = 200 } = endpoint
    for (const schema of [endpoint.params, endpoint.query, endpoint.body, endpoint.reply]) {
      if (schema) generateParsers(schema)
    }
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        if ('forFile' in route) return await sendFile(route, request, reply, place)
        const body = await answer(route, request, place)
        return reply.code(status).send(body)
      },
    })
  }
}
