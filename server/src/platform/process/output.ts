import { constants, fstatSync, openSync, writeSync } from 'node:fs'

/** Writing never waits or fails, whatever happens to the target. */
export type Output = {
  /** May be written later, in a block. */
  write(text: string): void
  /** Written at once, for a person. */
  say(line: string): void
  /** Drops what is not taken within half a second; Pino calls it before a process ends. */
  flushSync(): void
}

// Writing for each request would cost more than answering it.
const blockLength = 4_096
const longestWaitMs = 1_000
const retryMs = 100
const mostWaiting = 1_048_576
const lastTriesMs = 500
const betweenTriesMs = 10

/** `fd` is 1 or 2. A stopped terminal or an unread pipe is written to later. Text beyond a megabyte, or for a closed target, is dropped. */
export function openOutput(fd: 1 | 2): Output {
  const own = openWithoutWaiting(fd)
  let text = ''
  let block = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined

  /** Returns true if nothing is left. */
  function writeOut(): boolean {
    clearTimeout(timer)
    timer = undefined
    while (block.length > 0 || text !== '') {
      if (block.length === 0) {
        block = Buffer.from(text)
        text = ''
      }
      try {
        block = block.subarray(writeSync(own, block))
      } catch (error) {
        if (isFull(error)) return false
        block = Buffer.alloc(0)
        text = ''
      }
    }
    return true
  }

  function writeAtLeastWithin(ms: number): void {
    timer ??= setTimeout(() => writeOut() || writeAtLeastWithin(retryMs), ms).unref()
  }

  function write(more: string): void {
    if (block.length + text.length + more.length > mostWaiting) return
    text += more
    if (text.length < blockLength || block.length > 0 || !writeOut()) writeAtLeastWithin(longestWaitMs)
  }

  function flushSync(): void {
    const end = performance.now() + lastTriesMs
    while (!writeOut() && performance.now() < end)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTriesMs)
  }

  return {
    write,
    say(line) {
      write(`${line}\n`)
      if (!writeOut()) writeAtLeastWithin(retryMs)
    },
    flushSync,
  }
}

/**
 * Opened again: a write to the original blocks until taken, and signals would wait. Changing the original would change it for programs that
 * share it.
 */
function openWithoutWaiting(fd: 1 | 2): number {
  // Also makes a socket non-blocking, which cannot be opened again, and catches errors of libraries' own output.
  const stream = fd === 1 ? process.stdout : process.stderr
  stream.on('error', () => {})
  try {
    const found = fstatSync(fd)
    if (!found.isCharacterDevice() && !found.isFIFO()) return fd
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return fd
  }
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'
