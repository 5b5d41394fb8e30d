import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Database, Db, RowsStatement, Session } from '../database/database.ts'
import type { Party } from '../database/fair-turns.ts'
import { describeStaff } from '../database/staff-party.ts'
import { AppError, invalidInput } from '../errors.ts'
import { createOnce, keyReused, type Made, type Once, type SecretAnswer, withoutPasswords } from './answer-once.ts'
import { isKeyUsed } from './idempotency.ts'
import type { UploadedFile } from './upload.ts'

type Parsed<E, Part extends string> = E extends { [P in Part]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined

/**
 * Parsed by its schemas. `picture` is redrawn, `file` waits on the disk. `origin` is the caller's address, such as
 * `https://demo.casillero.com`.
 */
export type Input<E> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  picture: Buffer | null
  file: UploadedFile | null
  origin: string
}

export type Answer<E> = E extends { reply: infer S extends z.core.$ZodType } ? Omit<z.input<S>, 'success'> : never

/** The result of a call's function: only the data if the answer holds nothing else. */
export type Handled<E> = HandledAs<Answer<E>>
type HandledAs<A> = A extends { data: infer Data } ? (keyof A extends 'data' ? Data : A) : A

export type Visitor = {
  subdomain: string | null
  address: string
  userAgent: string | null
  origin: string
  database: Database
  log: FastifyBaseLogger
}

/** The input before parsing. */
export type Raw = {
  params: unknown
  query: unknown
  body: unknown
  picture: Buffer | null
  file: UploadedFile | null
  origin: string
}

/** Runs in one transaction of the caller. */
export type SessionRoute = {
  endpoint: Endpoint
  /** Runs first, in a transaction of its own: what it writes stays, whatever becomes of the call. */
  note?: (db: Db, raw: Raw, session: Session, key: string | undefined) => Promise<void>
  forSession: ForSession
  /** Runs before the transaction, so that no connection waits for a picture's turn; returns what runs in the transaction. */
  draw?: (asCaller: AsCaller, raw: Raw) => Promise<ForSession>
}
type ForSession = (db: Db, raw: Raw, session: Session, key: string | undefined) => Promise<object>

/** Each transaction first checks that the caller may still make the call. */
export type AsCaller = <T>(run: (db: Db, session: Session) => Promise<T>) => Promise<T>

/** Draws a paper in its company's turn, outside transactions. */
export type Draw = (drawing: object) => Promise<Uint8Array>

/** Runs in several transactions of the caller. */
export type StepwiseRoute = {
  endpoint: Endpoint
  forCaller: (asCaller: AsCaller, raw: Raw, key: string | undefined, draw: Draw) => Promise<object>
}
type ReadingRoute = { endpoint: Endpoint; forReader: (db: Db, raw: Raw) => Promise<object>; isLong?: boolean }
/** Reads no company's rows. */
type InstallationRoute = { endpoint: Endpoint; forInstallation: (database: Database) => Promise<object> }
type OpenRoute = { endpoint: Endpoint; forVisitor: (visitor: Visitor, raw: Raw) => Promise<object> }

export type FileOrder = {
  fileName: string
  /** Replaces the type in the contract's `file`. */
  type?:
    | 'text/plain; charset=utf-8'
    | 'text/csv; charset=utf-8'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'application/pdf'
    | 'image/webp'
    | 'audio/ogg'
    | 'audio/mp4'
    | 'audio/mpeg'
  /** Others wrote the file, so the browser saves it and never shows it. */
  isDownload?: true
} & ({ drawing: object; content?: never } | { content: Uint8Array; drawing?: never })

/** Answers a file. */
export type FileRoute = { endpoint: Endpoint & { file: string }; forFile: (db: Db, raw: Raw) => Promise<FileOrder> }

/** A sheet, or a file in a ZIP. The columns' form is known to the thread that writes them. */
export type StreamPart = { name: string; columns: readonly object[]; rows: RowsStatement }

/** A file made while it is sent. */
export type StreamOrder = {
  fileName: string
  type: string
  format: string
  parts: readonly StreamPart[]
  ended: (db: Db, outcome: 'done' | 'cancelled' | 'failed', rows: number) => Promise<void>
}

/** The first step authorises and reads the input, the second begins the file. */
export type StreamRoute = {
  endpoint: Endpoint & { file: string }
  forStream: (asCaller: AsCaller, raw: Raw) => Promise<() => Promise<{ order: StreamOrder; session: Session }>>
}

/** Registered by `registerRoutes`. */
export type Route =
  | SessionRoute
  | StepwiseRoute
  | ReadingRoute
  | InstallationRoute
  | OpenRoute
  | FileRoute
  | StreamRoute

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

export function parseInput<const E extends Endpoint>(endpoint: E, raw: Raw): Input<E> {
  const params = z.safeParse(endpoint.params ?? z.unknown(), raw.params)
  // An address whose parameters cannot exist names nothing.
  if (!params.success) throw new AppError('not_found')
  const query = parse(endpoint.query, raw.query)
  const { picture, file, origin } = raw
  const input = { params: params.data, query, body: parse(endpoint.body, raw.body), picture, file, origin }
  // These are the endpoint's own schemas, which the compiler cannot follow through a generic.
  return input as Input<E>
}

const isDataAlone = ({ reply }: Endpoint): boolean =>
  reply instanceof z.ZodMiniObject && 'data' in reply.shape && Object.keys(reply.shape).length === 2

// Both types follow from the answer's schema, which the compiler cannot follow through a generic.
const toAnswer = <E extends Endpoint>(endpoint: E, handled: Handled<E>) =>
  (isDataAlone(endpoint) ? { data: handled } : handled) as Answer<E>
const toHandled = <E extends Endpoint>(endpoint: E, answer: Answer<E>) =>
  (isDataAlone(endpoint) ? Object(answer).data : answer) as Handled<E>

/**
 * Authorises, parses the input, runs in one transaction of the caller's company, and parses the answer before the commit. Throws
 * `unauthorized`, `forbidden`, `invalid` and, for a malformed id, `not_found`.
 */
export function serve<const E extends Endpoint>(
  endpoint: E,
  handle: (db: Db, input: Input<E>, session: Session) => Promise<Handled<E>>,
  made: Made<Answer<E>> = keyReused,
  secret?: SecretAnswer<Answer<E>>,
): SessionRoute {
  return {
    endpoint,
    forSession: async (db, raw, session, key) => {
      const input = parseInput(endpoint, raw)
      const once = createOnce(endpoint, { input, key, made, secret })
      return withoutPasswords(
        endpoint,
        await once(db, async () => toAnswer(endpoint, await handle(db, input, session))),
      )
    },
  }
}

/** Like `serve`, after a step whose writes stay whatever becomes of the call. A repeated call under a used key skips that step. */
export function serveAfter<const E extends Endpoint>(
  endpoint: E,
  keep: (db: Db, input: Input<E>, session: Session) => Promise<void>,
  handle: (db: Db, input: Input<E>, session: Session) => Promise<Handled<E>>,
): Route {
  return {
    ...serve(endpoint, handle),
    note: async (db, raw, session, key) => {
      const isRepeated = async () => key !== undefined && (await isKeyUsed(db, key))
      if (await isRepeated()) return
      try {
        await keep(db, parseInput(endpoint, raw), session)
      } catch (error) {
        // The first call may have ended while this one waited for its lock.
        if (!(error instanceof AppError && (await isRepeated()))) throw error
      }
    },
  }
}

/**
 * For several transactions, such as a note that stays when the call is refused. `once` belongs to the transaction with the effect.
 * `isAllInOnce`: nothing is left to do for a repeated call, which has its answer before the steps.
 */
export function serveInSteps<const E extends Endpoint>(
  endpoint: E,
  handle: (
    asCaller: AsCaller,
    input: Input<E>,
    once: Once<Handled<E>>,
    party: Party,
    draw: Draw,
  ) => Promise<Handled<E>>,
  { secret, isAllInOnce = false }: { secret?: SecretAnswer<Answer<E>>; isAllInOnce?: boolean } = {},
): Route {
  return {
    endpoint,
    forCaller: async (asCaller, raw, key, draw) => {
      const { input, party, runOnce, first } = await asCaller(async (db, session) => {
        const input = parseInput(endpoint, raw)
        const runOnce = createOnce(endpoint, { input, key, made: keyReused, secret })
        const isRepeated = isAllInOnce && key !== undefined && (await isKeyUsed(db, key))
        const first = isRepeated ? await runOnce(db, () => Promise.reject(new AppError('unavailable'))) : undefined
        return { input, party: describeStaff(session), runOnce, first }
      })
      if (first !== undefined) return withoutPasswords(endpoint, first)
      const once: Once<Handled<E>> = async (db, work) =>
        toHandled(endpoint, await runOnce(db, async () => toAnswer(endpoint, await work())))
      return withoutPasswords(endpoint, toAnswer(endpoint, await handle(asCaller, input, once, party, draw)))
    },
  }
}

/**
 * Each statement shares a packet with the session's check; nothing is answered before the check passed (decision 010). `isLong` allows the
 * replica.
 */
export function serveReading<const E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  handle: (db: Db, input: Input<E>) => Promise<Handled<E>>,
  { isLong = false } = {},
): Route {
  return {
    endpoint,
    isLong,
    forReader: async (db, raw) =>
      withoutPasswords(endpoint, toAnswer(endpoint, await handle(db, parseInput(endpoint, raw)))),
  }
}

/** Like `serveReading`; draws the file after releasing the connection. */
export function serveFile<const E extends Endpoint & { method: 'GET'; file: string }>(
  endpoint: E,
  handle: (db: Db, input: Input<E>) => Promise<FileOrder>,
): Route {
  // Asynchronous, so that a refused input waits for the session's check like every other refusal.
  return { endpoint, forFile: async (db, raw) => await handle(db, parseInput(endpoint, raw)) }
}

/** Makes the file while sending, from rows of one moment; `begin` logs it. `check` refuses a caller before the file waits for its turn. */
export function serveStream<const E extends Endpoint & { method: 'GET'; file: string }>(
  endpoint: E,
  begin: (db: Db, input: Input<E>, session: Session) => Promise<StreamOrder>,
  check: (db: Db, input: Input<E>, session: Session) => Promise<void> = async () => {},
): Route {
  return {
    endpoint,
    forStream: async (asCaller, raw) => {
      const input = await asCaller(async (db, session) => {
        const parsed = parseInput(endpoint, raw)
        await check(db, parsed, session)
        return parsed
      })
      return () => asCaller(async (db, session) => ({ order: await begin(db, input, session), session }))
    },
  }
}

/** Answers about the installation after authorising. */
export function serveInstallation<const E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  handle: (database: Pick<Database, 'readStanding'>) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    forInstallation: async (database) => withoutPasswords(endpoint, toAnswer(endpoint, await handle(database))),
  }
}

/** Has no session; opens its own transactions. */
export function serveAnyone<const E extends Endpoint & { who: 'anyone' }>(
  endpoint: E,
  handle: (visitor: Visitor, input: Input<E>) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    forVisitor: async (visitor, raw) =>
      withoutPasswords(endpoint, toAnswer(endpoint, await handle(visitor, parseInput(endpoint, raw)))),
  }
}
