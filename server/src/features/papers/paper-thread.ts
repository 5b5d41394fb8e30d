import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '../../platform/process/thread-pool.ts'
import { drawHandover } from './draw-handover.ts'
import { drawInvoice } from './draw-invoice.ts'
import { drawReport } from './draw-report.ts'
import type { HandoverPaper } from './handover-facts.ts'
import type { InvoicePaper } from './invoice-facts.ts'
import type { ReportPaper } from './report-facts.ts'

// On Linux a priority is the thread's own: calls are answered first, papers in the time that is left. Elsewhere it would be the
// whole server's.
if (process.platform === 'linux') setPriority(10)

type Drawing = InvoicePaper | HandoverPaper | ReportPaper

function draw(paper: Drawing): Promise<Buffer> {
  if ('report' in paper) return drawReport(paper)
  return 'handover' in paper ? drawHandover(paper) : drawInvoice(paper)
}

async function answer(paper: Drawing): Promise<ThreadAnswer> {
  try {
    return { content: await draw(paper) }
  } catch (failure) {
    return { failure }
  }
}

parentPort?.on('message', async (paper: Drawing) => parentPort?.postMessage(await answer(paper)))
