import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials, Database, Session } from '../database/database.ts'
import { createFairShare } from '../database/fair-share.ts'
import { restSince } from '../database/rest.ts'
import { AppError } from '../errors.ts'
import type { AsCaller, Raw, StreamOrder, StreamRoute } from './endpoint.ts'

/** Opens what writes one file, piece by piece, of the rows that it is sent: a thread of its own, which remembers where the file stands. */
export type OpenWriter = () => { ask(message: object): Promise<Uint8Array>; end(): void }

/** What serves the calls whose answers stream. */
export type StreamPlace = {
  database: Database
  openWriter: OpenWriter
  /** Milliseconds that a caller may take nothing of its file; left out: half a minute. */
  maxStallMs?: number
}

type Outcome = Parameters<StreamOrder['ended']>[1]
type StartedStream = { order: StreamOrder; session: Session }

type Stream = {
  route: StreamRoute
  request: FastifyRequest
  reply: FastifyReply
  raw: Raw
  asCaller: AsCaller
  credentials: Credentials
}

/** Bytes that wait for the caller before no more are made. */
const maxAhead = 256 * 1024
const exportsAtOnce = 2
/** Between two pieces of a file: others find a core free for a fifth of the time that the file takes. */
const rest = { times: 0.25, mostMs: 25 }

const noQueue = { maxQueued: 0, maxWaitMs: 0 }

/** Resolves when the caller has taken what waits; throws when it leaves, or takes nothing for too long. */
async function drained(file: PassThrough, left: AbortSignal, maxStallMs: number): Promise<void> {
  left.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stalled = setTimeout(() => reject(new Error('The caller takes nothing of its file')), maxStallMs)
  const leave = () => reject(new Error('The caller left'))
  file.once('drain', resolve)
  left.addEventListener('abort', leave)
  try {
    await promise
  } finally {
    clearTimeout(stalled)
    file.off('drain', resolve)
    left.removeEventListener('abort', leave)
  }
}

/**
 * Creates what answers with a file that is made while it is sent: rows are read by a cursor, a thread makes bytes of them, and the
 * next ones are read once the caller has taken those of before. One of a company is made at a time, and two of all; others are
 * refused, so that neither connections nor cores are theirs alone. What breaks off is no whole file: its connection is closed.
 */
export function createStreams({ database, openWriter, maxStallMs = 30_000 }: StreamPlace) {
  const ofCompany = createFairShare({
    ...noQueue,
    maxConcurrent: 1,
    refusal: () => new AppError('export_running'),
  })
  const ofAll = createFairShare({
    ...noQueue,
    maxConcurrent: exportsAtOnce,
    refusal: () => new AppError('exports_busy', { retryAfterSeconds: 30 }),
  })

  async function write(
    { order }: StartedStream,
    credentials: Credentials,
    left: AbortSignal,
    put: (bytes: Uint8Array, rows: number) => Promise<void>,
  ): Promise<void> {
    const writer = openWriter()
    left.addEventListener('abort', writer.end)
    try {
      await put(await writer.ask({ open: order.format }), 0)
      await database.inSnapshot(credentials, left, async (read, session) => {
        if (!session) throw new AppError('unauthorized')
        for (const { name, columns, rows } of order.parts) {
          await put(await writer.ask({ part: name, columns }), 0)
          let from = performance.now()
          for await (const texts of read(rows)) {
            await put(await writer.ask({ rows: texts }), texts.length)
            await restSince(from, rest)
            from = performance.now()
          }
        }
      })
      await put(await writer.ask({ close: true }), 0)
    } finally {
      left.removeEventListener('abort', writer.end)
      writer.end()
    }
  }

  /** Makes the file; calls `begun` when the first bytes are there. Throws where it broke off. */
  async function make(
    { request, reply, credentials }: Stream,
    started: StartedStream,
    file: PassThrough,
    begun: () => void,
  ): Promise<void> {
    const { order, session } = started
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    reply.raw.once('close', leave)
    // A caller that left while the file was begun is not told of again.
    if (reply.raw.destroyed) leave()
    let rows = 0
    let outcome: Outcome = 'done'
    let failure: unknown
    const put = async (bytes: Uint8Array, more: number) => {
      rows += more
      if (bytes.byteLength === 0) return
      const isTaken = file.write(bytes)
      begun()
      if (!isTaken) await drained(file, leaving.signal, maxStallMs)
    }
    try {
      await write(started, credentials, leaving.signal, put)
    } catch (error) {
      outcome = leaving.signal.aborted ? 'cancelled' : 'failed'
      failure = error
      if (outcome === 'failed') request.log.warn({ err: error }, 'a file broke off')
      file.destroy(error instanceof Error ? error : undefined)
    }
    reply.raw.off('close', leave)
    // Noted before the end of the file, so that a caller that has all of it finds it in the log.
    await database
      .asUser({ companyId: session.companyId, userId: session.userId }, (db) => order.ended(db, outcome, rows))
      .catch((error: unknown) => request.log.warn({ err: error }, 'the end of an export is not in the log'))
    if (outcome !== 'done') throw failure
    file.end()
  }

  return async function sendStream(stream: Stream): Promise<FastifyReply> {
    const { route, raw, asCaller, credentials, reply } = stream
    // A caller who may not make the call hears that, and not that another file is being made.
    const begin = await route.forStream(asCaller, raw)
    const file = new PassThrough({ highWaterMark: maxAhead })
    // The answer itself reports what breaks off after its first bytes.
    file.on('error', () => {})
    const begun = Promise.withResolvers<StreamOrder>()
    const inTurn = async () => {
      const started = await begin()
      await make(stream, started, file, () => begun.resolve(started.order))
    }
    ofCompany.runInTurn(credentials.subdomain, () => ofAll.runInTurn('all', inTurn)).catch(begun.reject)
    const order = await begun.promise
    return reply.header('content-disposition', `attachment; filename="${order.fileName}"`).type(order.type).send(file)
  }
}
