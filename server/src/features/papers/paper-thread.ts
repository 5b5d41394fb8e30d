import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '../../platform/process/thread-pool.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { InvoicePaper } from './invoice-facts.ts'

// On Linux a priority is the thread's own: calls are answered first, papers in the time that is left. Elsewhere it would be the
// whole server's.
if (process.platform === 'linux') setPriority(10)

async function answer(paper: InvoicePaper): Promise<ThreadAnswer> {
  try {
    return { content: await drawInvoice(paper) }
  } catch (failure) {
    return { failure }
  }
}

parentPort?.on('message', async (paper: InvoicePaper) => parentPort?.postMessage(await answer(paper)))
