import { type PrinterLine, PrinterProblem, sentences } from './printer-problem.ts'
import { openSerialPrinter } from './serial-printer.ts'
import { openUsbPrinter } from './usb-printer.ts'

/** Milliseconds after which a port that does not close is abandoned. */
const closeMs = 2_000

export const splitLabels = (zpl: string): string[] => zpl.match(/\^XA[\s\S]*?\^XZ\s*/g) ?? []

/** Rejects after `ms`; what the printer already has may still come out. */
function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer = 0
  const limit = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new PrinterProblem(sentences.silent)), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

async function sendAll(line: PrinterLine, labels: readonly string[]): Promise<void> {
  const encoder = new TextEncoder()
  for (const [sent, label] of labels.entries()) {
    const bytes = encoder.encode(label)
    try {
      await inTime(line.write(bytes), line.limitOf(bytes.length))
    } catch (error) {
      throw new PrinterProblem(error instanceof PrinterProblem ? error.message : sentences.cut, sent)
    }
  }
}

/**
 * Throws a `PrinterProblem` with the number of labels that were printed. Tabs take turns, so that one tab's labels stay together.
 * docs/product/devices.md, "Label printer".
 */
export function sendLabels(way: 'usb' | 'serial', labels: readonly string[]): Promise<void> {
  const send = async () => {
    const line = await (way === 'usb' ? openUsbPrinter() : openSerialPrinter())
    try {
      await sendAll(line, labels)
    } finally {
      await inTime(line.close(), closeMs).catch(() => undefined)
    }
  }
  // A browser without locks has no printer access either, which `send` reports.
  return navigator.locks === undefined ? send() : navigator.locks.request('label printer', send)
}
