import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '../../platform/process/pool-member.ts'
import { drawHandover } from './draw-handover.ts'
import { drawInvoice } from './draw-invoice.ts'
import { drawLabels, drawShippingLabels } from './draw-labels.ts'
import { drawReport } from './draw-report.ts'
import type { HandoverPaper } from './handover-facts.ts'
import type { InvoicePaper } from './invoice-facts.ts'
import type { LabelPaper } from './label-facts.ts'
import type { ReportPaper } from './report-facts.ts'
import type { SheetPaper } from './sheet-facts.ts'
import type { ShippingLabelPaper } from './shipping-label.ts'
import { type CsvPaper, writeCsv } from './write-csv.ts'
import { writeSheet } from './write-sheet.ts'

// Lowers the thread's priority, so that calls come first. Only Linux sets it by thread.
if (process.platform === 'linux') setPriority(10)

type Drawing = InvoicePaper | HandoverPaper | LabelPaper | ShippingLabelPaper | ReportPaper | SheetPaper | CsvPaper

async function draw(paper: Drawing): Promise<Buffer> {
  if ('sheet' in paper) return writeSheet(paper)
  if ('csv' in paper) return writeCsv(paper)
  if ('shippingLabels' in paper) return await drawShippingLabels(paper)
  if ('labels' in paper) return await drawLabels(paper)
  if ('report' in paper) return await drawReport(paper)
  return await ('handover' in paper ? drawHandover(paper) : drawInvoice(paper))
}

async function answer(paper: Drawing): Promise<ThreadAnswer> {
  try {
    return { content: await draw(paper) }
  } catch (failure) {
    return { failure }
  }
}

/** Transfers the bytes: copying a megabyte would hold the event loop. */
function handedOver(given: ThreadAnswer): ArrayBuffer[] {
  if (!('content' in given)) return []
  const { buffer, byteLength } = given.content
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

parentPort?.on('message', async (paper: Drawing) => {
  const given = await answer(paper)
  parentPort?.postMessage(given, handedOver(given))
})
