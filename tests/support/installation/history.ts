import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** A clerk's intent: one invoice, under one idempotency key for all of its tries. */
export type Intent = { key: string; company: string; packageIds: string[] }

/** A line of the history: the begin or the end of a try. `at` is the machine's clock in milliseconds. */
export type Entry =
  | ({ type: 'invoke'; at: number; tryId: string; server: number } & Intent)
  | { type: 'ok'; at: number; tryId: string; id: string; number: number; total: number }
  /** A final refusal: no row may exist of it. */
  | { type: 'fail'; at: number; tryId: string; status: number }
  /** An unknown outcome: no answer, or one that says to try again. */
  | { type: 'unknown'; at: number; tryId: string; status: number; hasRetryAfter: boolean }

const flush = promisify(fdatasync)

/**
 * Opens a history whose lines are on the disk when `append` resolves; lines that come meanwhile share the next wait for the
 * disk.
 */
export function openHistory(path: string): { append(entry: Entry): Promise<void> } {
  const file = openSync(path, 'a')
  let waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = []
  let writing = false

  async function write(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        writeSync(file, batch.map(({ line }) => line).join(''))
        await flush(file)
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = false
  }

  return {
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, done, failed })
        if (!writing) void write()
      }),
  }
}

/** Follows a history that is being written; each call gives the entries since the last one. */
export function followHistory(path: string): { more(): Entry[]; close(): void } {
  const file = openSync(path, 'r')
  const block = Buffer.alloc(1024 * 1024)
  let rest = ''
  return {
    more() {
      const entries: Entry[] = []
      for (;;) {
        const length = readSync(file, block, 0, block.length, null)
        if (length === 0) return entries
        const lines = (rest + block.toString('utf8', 0, length)).split('\n')
        rest = lines.pop() ?? ''
        // The lines have the shape with which `openHistory` wrote them.
        for (const line of lines) entries.push(JSON.parse(line) as Entry)
      }
    },
    close: () => closeSync(file),
  }
}
