import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { fieldError } from '../../platform/errors.ts'
import { createThreadPool, type ThreadPool } from '../../platform/process/thread-pool.ts'
import type { Reading, Table } from './table.ts'

const script = new URL('./table-thread.ts', import.meta.url)

/** A file that needs more than this ends its thread, and no other call. */
const limits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

let pool: ThreadPool | undefined

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Reads a file in a thread of its own, one at a time, so that no call waits for it. Throws, under the field of the file, why it cannot
 * be read.
 */
export async function readTable(company: string, file: { content: Uint8Array; kind: ImportKind }): Promise<Table> {
  pool ??= createThreadPool({ script, size: 1, maxWaiting: 4, maxMs: 20_000, limits })
  const content = await pool.run(company, file).catch((error: unknown) => {
    throw isOutOfMemory(error) ? fieldError('import_file_unpacks', 'file') : error
  })
  const reading: Reading = JSON.parse(Buffer.from(content).toString('utf8'))
  if ('refusal' in reading) throw fieldError(reading.refusal, 'file')
  return reading.table
}

/** Ends the thread; a file that is read later opens another. */
export async function closeReading(): Promise<void> {
  const closing = pool
  pool = undefined
  await closing?.close()
}
