import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PassThrough } from 'node:stream'

/** A slower reader keeps a connection and a file of the disk for nothing. */
const leastBytesPerSecond = 32 * 1024
const ticks = 30
const pieceBytes = 64 * 1024
/** Of all readers together; beyond it a file is made as fast as it is read. */
const maxKeptBytes = 2 * 1024 ** 3
let keptBytes = 0

type Options = {
  left: AbortSignal
  /** What the file itself makes the reader wait does not count. */
  windowMs: number
}

export type Spool = {
  /** A reader that is behind holds up nothing. Throws when it left or was ended. */
  write(bytes: Uint8Array): Promise<void>
  /** All but what stands in the memory for it. */
  sent(): Promise<void>
  /** It was ended for that. */
  isTooSlow(): boolean
  close(): Promise<void>
}

/** It ends with its handle whatever becomes of the process. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `casillero-export-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/**
 * Making a file waits for no reader. One that takes less than 32 KB a second while something waits for it is ended: the stream is
 * destroyed.
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

  /** As the reader takes it. */
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
