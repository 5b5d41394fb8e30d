import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '../../platform/process/pool-member.ts'
import { readFile } from './read-file.ts'
import { FileRefusal, type Reading, type ReadingTask } from './table.ts'

// As for papers: calls are answered first.
if (process.platform === 'linux') setPriority(10)

async function read({ content, kind, sheet }: ReadingTask): Promise<Reading> {
  try {
    return { table: await readFile(Buffer.from(content.buffer, content.byteOffset, content.byteLength), kind, sheet) }
  } catch (error) {
    if (error instanceof FileRefusal) return { refusal: error.code, values: error.values }
    throw error
  }
}

async function answer(task: ReadingTask): Promise<ThreadAnswer> {
  try {
    return { content: new TextEncoder().encode(JSON.stringify(await read(task))) }
  } catch (failure) {
    return { failure }
  }
}

parentPort?.on('message', async (task: ReadingTask) => {
  parentPort?.postMessage(await answer(task))
})
