import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PassThrough } from 'node:stream'

/** The least that a reader takes; who takes less keeps a connection and a file of the disk for nothing. */
const leastBytesPerSecond = 32 * 1024
const ticks = 30
const pieceBytes = 64 * 1024
/** The bytes that all readers together may leave on the disk; beyond it a file is made as fast as it is read. */
const maxKeptBytes = 2 * 1024 ** 3
let keptBytes = 0

type Options = {
  left: AbortSignal
  /** The milliseconds over which a reader has to take the least; what the file itself makes it wait does not count. */
  windowMs: number
}

/** A file on its way to its reader. */
export type Spool = {
  /** Takes the next bytes. A reader that is behind holds up nothing: they wait on the disk. Throws when it left or was ended. */
  write(bytes: Uint8Array): Promise<void>
  /** Resolves when the reader has all but what stands in the memory for it. */
  sent(): Promise<void>
  /** Says whether the reader was ended because it was too slow. */
  isTooSlow(): boolean
  /** Removes what was kept. */
  close(): Promise<void>
}

/** Opens a file of the server that has no name any more, so that it ends with its handle whatever becomes of the process. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `casillero-export-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/**
 * Creates the spool before a stream to a reader: what does not fit into the stream is kept on the disk, so that making the file
 * waits for no reader. A reader that takes less than 32 KB a second while something waits for it is ended: the stream is destroyed.
 */
export function createSpool(target: PassThrough, { left, windowMs }: Options): Spool {
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

  /** Hands what is kept to the reader, as it takes it. */
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
      // The caller that waits for it hears why it ended.
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
