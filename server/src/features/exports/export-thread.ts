import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { WriterMessage } from './export-column.ts'
import { createFileWriter } from './write-file.ts'

// Calls are answered first. Elsewhere than on Linux a priority would be the whole server's.
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
