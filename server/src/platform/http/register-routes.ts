import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { requireRight } from '../auth/require-right.ts'
import { bearerToken, hashToken, isAccessToken } from '../auth/session.ts'
import type { Credentials, Database, Db, Patience, Session } from '../database/database.ts'
import { createFairTurns, type FairTurns, type Party } from '../database/fair-turns.ts'
import { describeStaff, describeToken } from '../database/staff-party.ts'
import { AppError } from '../errors.ts'
import type { AsCaller, Draw, FileRoute, Raw, Route, SessionRoute, StepwiseRoute, StreamRoute } from './endpoint.ts'
import { redrawPicture } from './picture.ts'
import { countCallIn, createProgramShare } from './program-share.ts'
import { createStreams, type OpenWriter } from './send-stream.ts'
import { allowSlowBody } from './slow-bodies.ts'
import { isForm, readFileForm, readForm } from './upload.ts'
import { createUploadPlaces, type UploadPlaces } from './upload-places.ts'

const { core } = z
// TypeScript allows the call of an assertion signature only through a name with an explicit type.
const large: typeof core.$ZodObjectJIT = core.$ZodObjectJIT

/** The schemas inside a schema. */
function listParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof core.$ZodObject) return Object.values(schema._zod.def.shape)
  if (schema instanceof core.$ZodArray) return [schema._zod.def.element]
  if (schema instanceof core.$ZodUnion) return [...schema._zod.def.options]
  if (schema instanceof core.$ZodPipe) return [schema._zod.def.in, schema._zod.def.out]
  const isWrapper =
    schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable || schema instanceof core.$ZodDefault
  return isWrapper ? [schema._zod.def.innerType] : []
}

/**
 * zod's small build omits generated parsers. They give the same answers in a quarter of the time, and parsing answers is most of the
 * server's work.
 */
export function generateParsers(schema: z.core.$ZodType, done = new Set<z.core.$ZodType>()): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const part of listParts(schema)) generateParsers(part, done)
  if (!(schema instanceof core.$ZodObject)) return
  const before = schema._zod.parse
  large.init(schema, schema._zod.def)
  // Without checks, `run` is the parser itself and must be replaced too.
  if (schema._zod.run === before) schema._zod.run = schema._zod.parse
}

/** Rests two thirds of the time of a company's files. */
const restOfCompany = { times: 2, mostMs: 50 }

/**
 * A company's files run one after the other, its people in turn. Its other calls come between, and the second thread stays free for other
 * companies.
 */
export const createFileTurns = (): FairTurns['run'] =>
  createFairTurns({ maxOfCompany: 1, maxQueuedOfCompany: 40, maxWaitMs: 6_000, restOfCompany }).run

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Runs before the transaction opens, so that no connection waits. */
async function readUpload(
  { upload }: Endpoint,
  request: FastifyRequest,
  sender: Session,
): Promise<Pick<Raw, 'body'> & Partial<Pick<Raw, 'picture' | 'file'>>> {
  if (!upload) throw new AppError('unsupported_type')
  // If the sender left during authorisation, nothing ends the reading: its form would keep its place for ever.
  if (request.raw.destroyed) throw new AppError('malformed')
  allowSlowBody(request.raw)
  if (upload === 'file') {
    const { fields, file } = await readFileForm(request, upload)
    return { body: fields, file }
  }
  const { fields, picture } = await readForm(request, upload)
  return { body: fields, picture: picture && (await redrawPicture(describeStaff(sender), picture)) }
}

/** The database, and the threads for files. */
export type Place = {
  database: Database
  draw: (party: Party, drawing: object) => Promise<Uint8Array>
  /** Writes a file while it is sent. */
  openWriter: OpenWriter
  /** Milliseconds in which a caller must take 32 KB a second; left out: half a minute. */
  maxStallMs?: number
  /** A domain such as `casillero.com`; other hosts name no company. */
  baseDomain?: string | undefined
}

const readOrigin = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`

function readCredentials(request: FastifyRequest, { baseDomain }: Place): Credentials {
  const subdomain = readSubdomain(request.host, baseDomain)
  const token = bearerToken(request.headers.authorization)
  if (token === undefined || subdomain === null) throw new AppError('unauthorized')
  return { tokenHash: hashToken(token), subdomain, isAccessToken: isAccessToken(token) }
}

/** Excludes a person's own calls; read-only tokens may not write. */
const isForPrograms = ({ method, personal }: Endpoint, isReadOnly: boolean): boolean =>
  !personal && (method === 'GET' || !isReadOnly)

/** Throws `unauthorized`, `token_forbidden`, and what `requireRight` does. */
function checkCaller(endpoint: Endpoint, session: Session | undefined): asserts session is Session {
  if (!session) throw new AppError('unauthorized')
  const { accessToken } = session
  if (accessToken !== undefined && !isForPrograms(endpoint, accessToken.isReadOnly))
    throw new AppError('token_forbidden')
  if (endpoint.who === 'anyone') throw new AppError('forbidden')
  if (endpoint.who !== 'signedIn') requireRight(session, endpoint.who)
}

/** Like `checkCaller`, and logs refusals of signed-in callers. */
function authorise(
  endpoint: Endpoint,
  request: FastifyRequest,
  session: Session | undefined,
): asserts session is Session {
  try {
    checkCaller(endpoint, session)
  } catch (error) {
    if (session) {
      const { companyId, userId } = session
      request.log.warn({ companyId, userId, needs: endpoint.who }, 'forbidden')
    }
    throw error
  }
}

function describeCaller({ endpoint }: Route, request: FastifyRequest, place: Place, patience: Patience = {}): AsCaller {
  const credentials = readCredentials(request, place)
  return (run) =>
    place.database.asSession(
      credentials,
      async (db, session) => {
        authorise(endpoint, request, session)
        return await run(db, session)
      },
      patience,
    )
}

type Serving = { place: Place; inPlace: UploadPlaces; inTurn: FairTurns['run'] }

async function answerSession(
  route: SessionRoute,
  request: FastifyRequest,
  raw: Raw,
  { place, inPlace }: Serving,
): Promise<object> {
  const asCaller = describeCaller(route, request, place)
  const key = singleHeader(request, 'idempotency-key')
  const { note } = route
  if (note) await asCaller((db, session) => note(db, raw, session, key))
  const isKeyed = route.endpoint.idempotent === true && key !== undefined
  const runOnce = describeCaller(route, request, place, { isKeyed })
  if (!isForm(request)) {
    const forSession = route.draw ? await route.draw(asCaller, raw) : route.forSession
    return await runOnce((db, session) => forSession(db, raw, session, key))
  }
  // Authorises before decoding the picture, so that anonymous callers cost no decoding.
  const sender = await asCaller(async (_, session) => session)
  return await inPlace(sender, async () => {
    const sent = { ...raw, ...(await readUpload(route.endpoint, request, sender)) }
    return await runOnce((db, session) => route.forSession(db, sent, session, key))
  })
}

async function answerSteps(
  route: StepwiseRoute,
  request: FastifyRequest,
  raw: Raw,
  { place, inPlace, inTurn }: Serving,
): Promise<object> {
  const asCaller = describeCaller(route, request, place)
  const key = singleHeader(request, 'idempotency-key')
  const party = describeToken(readCredentials(request, place))
  const draw: Draw = (drawing) => inTurn(party, () => place.draw(party, drawing))
  if (!isForm(request)) return await route.forCaller(asCaller, raw, key, draw)
  // Authorises before taking the file, as with pictures.
  const sender = await asCaller(async (_, session) => session)
  return await inPlace(sender, async () => {
    const sent = { ...raw, ...(await readUpload(route.endpoint, request, sender)) }
    try {
      return await route.forCaller(asCaller, sent, key, draw)
    } finally {
      await sent.file?.remove()
    }
  })
}

async function sendFile(
  route: FileRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { place, inTurn }: { place: Place; inTurn: FairTurns['run'] },
): Promise<FastifyReply> {
  const credentials = readCredentials(request, place)
  const { params, query } = request
  const raw = { params, query, body: undefined, picture: null, file: null, origin: readOrigin(request) }
  const isFor = (session: Session | undefined) => authorise(route.endpoint, request, session)
  const party = describeToken(credentials)
  const { order, content } = await inTurn(party, async () => {
    const order = await place.database.readAsSession(credentials, isFor, (db) => route.forFile(db, raw))
    return { order, content: order.content ?? (await place.draw(party, order.drawing)) }
  })
  return reply
    .header('content-disposition', `${order.isDownload ? 'attachment' : 'inline'}; filename="${order.fileName}"`)
    .type(order.type ?? route.endpoint.file)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

async function answer(
  route: Exclude<Route, FileRoute | StreamRoute>,
  request: FastifyRequest,
  serving: Serving,
): Promise<object> {
  const { place } = serving
  const { database, baseDomain } = place
  const { params, query, body } = request
  const raw = { params, query, body, picture: null, file: null, origin: readOrigin(request) }
  if ('forReader' in route) {
    const isFor = (session: Session | undefined) => authorise(route.endpoint, request, session)
    const read = (db: Db) => route.forReader(db, raw)
    return await database.readAsSession(readCredentials(request, place), isFor, read, route.isLong)
  }
  if ('forSession' in route) return await answerSession(route, request, raw, serving)
  if ('forCaller' in route) return await answerSteps(route, request, raw, serving)
  if ('forInstallation' in route) {
    await describeCaller(route, request, place)(async () => {})
    return await route.forInstallation(database)
  }
  if (isForm(request)) throw new AppError('unsupported_type')
  const userAgent = singleHeader(request, 'user-agent') ?? null
  const subdomain = readSubdomain(request.host, baseDomain)
  const visitor = { subdomain, address: request.ip, userAgent, origin: raw.origin, database, log: request.log }
  return await route.forVisitor(visitor, raw)
}

/** The one adapter for all routes. */
export function registerRoutes(app: FastifyInstance, place: Place, routes: Route[]): void {
  const programs = createProgramShare(countCallIn(place.database))
  const inTurn = createFileTurns()
  const inPlace = createUploadPlaces()
  const sendStream = createStreams(place)
  for (const route of routes) {
    const { endpoint } = route
    const { method, path, status = 200 } = endpoint
    for (const schema of [endpoint.params, endpoint.query, endpoint.body, endpoint.reply]) {
      if (schema) generateParsers(schema)
    }
    app.route({
      method,
      url: path,
      // HEAD would make the whole file.
      ...('forStream' in route ? { exposeHeadRoute: false } : {}),
      handler: async (request, reply) => {
        const serve = async () => {
          if ('forStream' in route) {
            const { params, query } = request
            const raw = { params, query, body: undefined, picture: null, file: null, origin: readOrigin(request) }
            const [credentials, asCaller] = [readCredentials(request, place), describeCaller(route, request, place)]
            return await sendStream({ route, request, reply, raw, asCaller, credentials })
          }
          if ('forFile' in route) return await sendFile(route, request, reply, { place, inTurn })
          const body = await answer(route, request, { place, inPlace, inTurn })
          return reply.code(status).send(body)
        }
        const token = bearerToken(request.headers.authorization)
        if (token === undefined || !isAccessToken(token)) return await serve()
        return await programs.run({ token, company: readSubdomain(request.host, place.baseDomain) ?? '' }, serve)
      },
    })
  }
}
