import { findPort, hasPort, portSpeeds, serialPorts } from '../serial-ports.ts'
import { type PrinterLine, PrinterProblem, sentences } from './printer-problem.ts'

const key = 'label-printer-speed'
const limitMs = 10_000
/** A byte on the line has a start and a stop bit. */
const bitsOfByte = 10

export const readPrinterSpeed = (): number =>
  portSpeeds.find((one) => String(one) === localStorage.getItem(key)) ?? 9600
export const keepPrinterSpeed = (speed: number): void => localStorage.setItem(key, String(speed))

/** Throws a `PrinterProblem`. */
export async function openSerialPrinter(): Promise<PrinterLine> {
  if (serialPorts() === undefined) throw new PrinterProblem(sentences.noSerial)
  if (!hasPort('printer')) throw new PrinterProblem(sentences.unchosen)
  const port = await findPort('printer')
  if (port === undefined) throw new PrinterProblem(sentences.absent)
  const speed = readPrinterSpeed()
  await port.open({ baudRate: speed, dataBits: 8, parity: 'none' }).catch(() => {
    throw new PrinterProblem(sentences.busy)
  })
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  return {
    async write(bytes) {
      writer = port.writable?.getWriter()
      if (writer === undefined) throw new PrinterProblem(sentences.cut)
      await writer.write(bytes)
      // Resolves when the line has sent the last byte; the port then has a new stream.
      await writer.close()
      writer.releaseLock()
      writer = undefined
    },
    limitOf: (bytes) => limitMs + (bytes * bitsOfByte * 1000) / speed,
    async close() {
      // Unsent data is discarded, or the port would wait for it.
      writer?.abort().catch(() => undefined)
      writer?.releaseLock()
      await port.close().catch(() => undefined)
    },
  }
}
