import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials, Database, Session } from '../database/database.ts'
import { createFairTurns } from '../database/fair-turns.ts'
import { describeToken } from '../database/staff-party.ts'
import { throttle } from '../database/throttle.ts'
import { AppError } from '../errors.ts'
import type { AsCaller, Raw, StreamOrder, StreamRoute } from './endpoint.ts'

/** A slower reader would keep a connection and a file for too long. */
const leastBytesPerSecond = 32 * 1024
const ticks = 30
const pieceBytes = 64 * 1024
/** All readers together; beyond it, files are made as fast as they are read. */
const maxKeptBytes = 2 * 1024 ** 3
let keptBytes = 0

type Options = {
  left: AbortSignal
  /** Waits caused by the file itself do not count. */
  windowMs: number
}

type Spool = {
  /** Does not wait for a slow reader. Throws if it left or was ended. */
  write(bytes: Uint8Array): Promise<void>
  /** Waits until all but the part in memory has been sent. */
  sent(): Promise<void>
  /** Says whether the reader was ended for being slow. */
  isTooSlow(): boolean
  close(): Promise<void>
}

/** A file without a name ends with its handle, whatever happens to the process. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `casillero-export-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** Making a file waits for no reader. One that takes less than 32 KB a second of waiting data is ended by destroying the stream. */
function createSpool(target: PassThrough, { left, windowMs }: Options): Spool {
  let kept: FileHandle | undefined
  let [written, read, handed] = [0, 0, 0]
  let pumping: Promise<void> | undefined
  let isTooSlow = false
  const ended = new AbortController()
  const end = (reason: Error) => {
    ended.abort(reason)
    target.destroy(reason)
  }
  const leave = () => end(new Error('The caller left'))
  left.addEventListener('abort', leave)
  if (left.aborted) leave()

  const isWaiting = () => target.writableNeedDrain || read < written
  const taken = () => handed - target.writableLength - target.readableLength
  let [waitedTicks, takenBefore] = [0, 0]
  const watch = setInterval(() => {
    if (!isWaiting()) {
      waitedTicks = 0
      takenBefore = taken()
      return
    }
    waitedTicks += 1
    if (waitedTicks < ticks) return
    if (taken() - takenBefore < (leastBytesPerSecond * windowMs) / 1000) {
      isTooSlow = !ended.signal.aborted
      end(new Error('The caller takes its file too slowly'))
    }
    waitedTicks = 0
    takenBefore = taken()
  }, windowMs / ticks)

  async function hand(bytes: Uint8Array): Promise<void> {
    ended.signal.throwIfAborted()
    handed += bytes.byteLength
    if (target.write(bytes)) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = () => reject(ended.signal.reason)
    target.once('drain', resolve)
    ended.signal.addEventListener('abort', fail)
    try {
      await promise
    } finally {
      target.off('drain', resolve)
      ended.signal.removeEventListener('abort', fail)
    }
  }

  /** Sends as fast as the reader takes it. */
  async function pump(from: FileHandle): Promise<void> {
    while (read < written) {
      const { bytesRead, buffer } = await from.read(Buffer.alloc(pieceBytes), 0, pieceBytes, read)
      read += bytesRead
      await hand(buffer.subarray(0, bytesRead))
      keptBytes -= bytesRead
    }
    pumping = undefined
  }

  return {
    async write(bytes) {
      ended.signal.throwIfAborted()
      if (!isWaiting() && pumping === undefined) {
        handed += bytes.byteLength
        target.write(bytes)
        return
      }
      if (keptBytes + bytes.byteLength > maxKeptBytes) await pumping
      kept ??= await openNameless()
      await kept.write(bytes, 0, bytes.byteLength, written)
      written += bytes.byteLength
      keptBytes += bytes.byteLength
      pumping ??= pump(kept)
      // Its waiting caller hears the reason.
      pumping.catch(() => {})
    },
    async sent() {
      await pumping
      ended.signal.throwIfAborted()
    },
    isTooSlow: () => isTooSlow,
    async close() {
      clearInterval(watch)
      left.removeEventListener('abort', leave)
      keptBytes -= written - read
      await kept?.close()
    },
  }
}

/** Opens a thread that keeps the state of one file. */
export type OpenWriter = () => { ask(message: object): Promise<Uint8Array>; end(): void }

/** What calls with streamed answers need. */
export type StreamPlace = {
  database: Database
  openWriter: OpenWriter
  /** Milliseconds in which a caller must take 32 KB a second; left out: half a minute. */
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

/** Beyond it data goes to the disk. */
const maxAhead = 256 * 1024
const exportsAtOnce = 2
/** Leaves a core free for a fifth of the file's time. */
const rest = { times: 0.25, mostMs: 25 }

/** Milliseconds, as another company's file may end soon. */
const maxWaitMs = 3_000

/**
 * A cursor reads rows, a thread makes bytes; unread data waits on the disk, so that a slow caller holds neither cursor nor place. One file
 * per company at a time, until its caller has it, and two in all; others are refused. A failure closes the connection.
 */
export function createStreams({ database, openWriter, maxStallMs = 30_000 }: StreamPlace) {
  const ofCompany = createFairTurns({
    maxOfCompany: 1,
    maxQueued: 0,
    maxWaitMs: 0,
    refusal: () => new AppError('export_running'),
  })
  const ofAll = createFairTurns({
    maxConcurrent: exportsAtOnce,
    maxWaitMs,
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
            await throttle(from, rest)
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

  /** Returns a function that waits until the caller has all. Calls `begun` at the first bytes. Throws on a failure. */
  async function make(
    { request, reply, credentials }: Stream,
    started: StartedStream,
    file: PassThrough,
    begun: () => void,
  ): Promise<() => Promise<void>> {
    const { order, session } = started
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    reply.raw.once('close', leave)
    // A caller that left meanwhile will not be reported again.
    if (reply.raw.destroyed) leave()
    let rows = 0
    let outcome: Outcome = 'done'
    const spool = createSpool(file, { left: leaving.signal, windowMs: maxStallMs })
    const put = async (bytes: Uint8Array, more: number) => {
      rows += more
      if (bytes.byteLength === 0) return
      await spool.write(bytes)
      begun()
    }

    async function breakOff(error: unknown): Promise<never> {
      outcome = leaving.signal.aborted && !spool.isTooSlow() ? 'cancelled' : 'failed'
      if (outcome === 'failed') request.log.warn({ err: error }, 'a file broke off')
      file.destroy(error instanceof Error ? error : undefined)
      await note()
      throw error
    }

    async function note(): Promise<void> {
      reply.raw.off('close', leave)
      await spool.close()
      await database
        .asUser({ companyId: session.companyId, userId: session.userId }, (db) => order.ended(db, outcome, rows))
        .catch((error: unknown) => request.log.warn({ err: error }, 'the end of an export is not in the log'))
    }

    await write(started, credentials, leaving.signal, put).catch(breakOff)
    return async () => {
      await spool.sent().catch(breakOff)
      // Logged before the end of the file, so that a caller that has all of it finds the entry.
      await note()
      file.end()
    }
  }

  return async function sendStream(stream: Stream): Promise<FastifyReply> {
    const { route, raw, asCaller, credentials, reply } = stream
    // A missing right is reported before the fact that another file is being made.
    const begin = await route.forStream(asCaller, raw)
    const file = new PassThrough({ highWaterMark: maxAhead })
    // The answer itself reports errors after its first bytes.
    file.on('error', () => {})
    const begun = Promise.withResolvers<StreamOrder>()
    const party = describeToken(credentials)
    const inTurn = async () => {
      const started = await begin()
      return await make(stream, started, file, () => begun.resolve(started.order))
    }
    const underWay = async () => {
      const send = await ofAll.run(party, inTurn)
      await send()
    }
    ofCompany.run(party, underWay).catch(begun.reject)
    const order = await begun.promise
    return reply.header('content-disposition', `attachment; filename="${order.fileName}"`).type(order.type).send(file)
  }
}
