import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** What a clerk wants: one invoice, under one idempotency key however often it is tried. */
export type Wish = { key: string; company: string; packageIds: string[] }

/** A line of the history: a try begins, or ends. `at` is this machine's clock in milliseconds. */
export type Entry =
  | ({ type: 'invoke'; at: number; tryId: string; server: number } & Wish)
  | { type: 'ok'; at: number; tryId: string; id: string; number: number; total: number }
  /** Refused for good: nothing may be found of it. */
  | { type: 'fail'; at: number; tryId: string; status: number }
  /** The outcome is not known: no answer came, or one that says to come again. */
  | { type: 'unknown'; at: number; tryId: string; status: number; comesAgain: boolean }

const flush = promisify(fdatasync)

/** Writes lines that are on the disk when `append` resolves; what comes meanwhile shares the next wait for the disk. */
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

/** Reads a history that is still being written; each call gives what has come since the last. */
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
        // Its own writer's lines: they have the shape that was written.
        for (const line of lines) entries.push(JSON.parse(line) as Entry)
      }
    },
    close: () => closeSync(file),
  }
}
