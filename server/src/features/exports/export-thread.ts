import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { WriterMessage } from './export-column.ts'
import { createFileWriter } from './write-file.ts'

// On Linux a priority is the thread's own: calls are answered first, files in the time that is left. Elsewhere it would be the whole
// server's.
if (process.platform === 'linux') setPriority(19)

const write = createFileWriter()

parentPort?.on('message', (message: WriterMessage) => {
  try {
    const content = write(message)
    parentPort?.postMessage({ content }, [content.buffer])
  } catch (failure) {
    parentPort?.postMessage({ failure })
  }
})
