import type { SerialPort } from '../serial-ports.ts'
import { createScaleReader, type ScaleReading } from './scale-reader.ts'
import type { ScaleSettings } from './scale-settings.ts'

/** The pause between two questions to a scale that sends only then, in milliseconds. */
const askMs = 200
const question = new TextEncoder().encode('W\r')

/** A question that cannot be sent is followed by the next one. */
function ask(port: SerialPort): () => void {
  let isAsking = false
  const timer = setInterval(() => {
    if (isAsking || port.writable === null || port.writable.locked) return
    isAsking = true
    const writer = port.writable.getWriter()
    writer
      .write(question)
      .catch(() => undefined)
      .finally(() => {
        writer.releaseLock()
        isAsking = false
      })
  }, askMs)
  return () => clearInterval(timer)
}

/** A damaged byte ends the stream and not the port: reading goes on without the line under way. */
async function readStreams(
  port: SerialPort,
  signal: AbortSignal,
  hear: (reading: ScaleReading) => void,
): Promise<void> {
  while (port.readable !== null && !signal.aborted) {
    const readings = createScaleReader()
    const reader = port.readable.getReader()
    const stop = () => void reader.cancel().catch(() => undefined)
    signal.addEventListener('abort', stop)
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        for (const reading of readings(value)) hear(reading)
      }
    } catch {
      // Unplugged, `readable` is null now.
    } finally {
      signal.removeEventListener('abort', stop)
      reader.releaseLock()
    }
  }
}

/** Until it is unplugged or `signal` ends it. Rejects where it cannot be opened. */
export async function hearScale(
  port: SerialPort,
  { speed, format, sends }: ScaleSettings,
  { signal, onOpen, hear }: { signal: AbortSignal; onOpen: () => void; hear: (reading: ScaleReading) => void },
): Promise<void> {
  await port.open({
    baudRate: speed,
    ...(format === '7E1' ? { dataBits: 7, parity: 'even' } : { dataBits: 8, parity: 'none' }),
  })
  onOpen()
  const stopAsking = sends === 'asked' ? ask(port) : () => undefined
  try {
    await readStreams(port, signal, hear)
  } finally {
    stopAsking()
    await port.close().catch(() => undefined)
  }
}
