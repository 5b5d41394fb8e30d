import type { Party } from '../../platform/database/fair-turns.ts'
import { fieldError } from '../../platform/errors.ts'
import { type MemberEvents, openWorker } from '../../platform/process/pool-member.ts'
import { createThreadPool, TaskTooLong, type ThreadPool } from '../../platform/process/thread-pool.ts'
import type { Reading, ReadingTask, Table } from './table.ts'

const script = new URL('./table-thread.ts', import.meta.url)

/** Megabytes. A file that needs more ends only its own thread. */
const limits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

let pool: ThreadPool | undefined

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Milliseconds; the second applies while other programs use the machine. */
const [maxMs, mostMs] = [5_000, 20_000]
const maxWaitMs = 60_000

/**
 * Reads in a thread of its own: one at a time for a company, two for the installation. Throws an error of the file's field if it cannot be
 * read.
 */
export async function readTable(party: Party, file: ReadingTask): Promise<Table> {
  const open = (events: MemberEvents) => openWorker(script, limits, events)
  pool ??= createThreadPool({ open, size: 2, maxOfCompany: 1, maxWaiting: 4, maxWaitMs, maxMs, mostMs })
  const content = await pool.run(party, file).catch((error: unknown) => {
    if (error instanceof TaskTooLong) throw fieldError('import_file_slow', 'file')
    throw isOutOfMemory(error) ? fieldError('import_file_unpacks', 'file') : error
  })
  const reading: Reading = JSON.parse(Buffer.from(content).toString('utf8'))
  if ('refusal' in reading) throw fieldError(reading.refusal, 'file', reading.values)
  return reading.table
}

/** The next file opens another thread. */
export async function closeReading(): Promise<void> {
  const closing = pool
  pool = undefined
  await closing?.close()
}
