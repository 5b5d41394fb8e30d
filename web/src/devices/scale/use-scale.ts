import { divideRounded, type Exact, exact, toWire } from '@casillero/shared/domain/money'
import { useSyncExternalStore } from 'react'
import { findPort, hasPort, type SerialPort, serialPorts } from '../serial-ports.ts'
import { onScaleSettings, readScaleSettings, type ScaleSettings } from './scale-settings.ts'

type ScaleMessage =
  | { kind: 'weight'; pounds: number; mark: 'stable' | 'moving' | 'none' }
  | { kind: 'over' | 'under' }
  /** In an answer to `W` it follows the weight. Alone, it means a moving scale. */
  | { kind: 'status' }

/** A pound is exactly 0.45359237 kg. */
const unitsInPound: Record<string, Exact> = {
  lb: exact(1),
  lbs: exact(1),
  oz: exact(16),
  kg: exact('0.45359237'),
  g: exact('453.59237'),
}

const weight = '([+-]?)\\s*(\\d{1,6}(?:\\.\\d{1,4})?|\\.\\d{1,4})\\s*,?\\s*(lbs?|oz|kg|g)'

/** `ST,GS,+ 3.45lb`. Some scales put their number first; some omit the comma after `GS`. */
const marked = /^(?:\d{2})?(ST|US|OL|UL)\s*,\s*(.*)$/i
const markedWeight = new RegExp(`^(?:(?:GS|NT)\\s*,?\\s*)?${weight}$`, 'i')

/** ` 3.45lb` tells neither rest nor motion; a question mark after it means motion. */
const bareWeight = new RegExp(`^${weight}(?:\\s+(?:GS?|NT?))?\\s*(\\?)?$`, 'i')

/** Scale makers use the first byte for motion differently, so it is ignored. */
const status = /^S?[0-?]([0-?])[0-?]?$/

/** Rounds once. docs/product/devices.md, "Scale". */
function readPounds([sign, digits, unit]: readonly (string | undefined)[]): number {
  const units = unitsInPound[unit?.toLowerCase() ?? ''] ?? exact(1)
  return toWire(divideRounded(exact(`${sign === '-' ? '-' : ''}${digits}`), units, 2, 'halfAwayFromZero'))
}

function readMarked(mark: string, rest: string): ScaleMessage | undefined {
  if (mark === 'OL') return { kind: 'over' }
  if (mark === 'UL') return { kind: 'under' }
  const found = markedWeight.exec(rest)
  if (found === null) return undefined
  return { kind: 'weight', pounds: readPounds(found.slice(1)), mark: mark === 'ST' ? 'stable' : 'moving' }
}

function readStatus(second: string): ScaleMessage {
  const bits = second.charCodeAt(0)
  if ((bits & 2) > 0) return { kind: 'over' }
  return (bits & 1) > 0 ? { kind: 'under' } : { kind: 'status' }
}

/** Returns undefined for an unknown line, such as one without a unit. */
function readScaleLine(line: string): ScaleMessage | undefined {
  const text = line.trim()
  const [, mark, rest] = marked.exec(text) ?? []
  if (mark !== undefined && rest !== undefined) return readMarked(mark.toUpperCase(), rest)
  const bare = bareWeight.exec(text)
  if (bare !== null)
    return { kind: 'weight', pounds: readPounds(bare.slice(1)), mark: bare[4] === undefined ? 'none' : 'moving' }
  const [, second] = status.exec(text) ?? []
  return second === undefined ? undefined : readStatus(second)
}

/** Only a load at rest has a weight. */
export type ScaleReading = { state: 'stable'; pounds: number } | { state: 'moving' | 'empty' | 'negative' | 'overload' }

/** Pounds. */
const mostPounds = 9_999.99
/** Characters. A longer line is noise, as from a wrong speed. */
const longestLine = 64
/** A scale that does not report rest counts as at rest after this many equal readings. */
const sameTimes = 3

function stableReading(pounds: number): ScaleReading {
  if (pounds === 0) return { state: 'empty' }
  if (pounds < 0) return { state: 'negative' }
  return pounds > mostPounds ? { state: 'overload' } : { state: 'stable', pounds }
}

/** Turns messages into readings. Returns undefined where a message adds nothing. */
function createSettling(): (message: ScaleMessage | undefined) => ScaleReading | undefined {
  let same = { pounds: Number.NaN, times: 0 }
  let isAfterWeight = false
  return (message) => {
    const wasAfterWeight = isAfterWeight
    isAfterWeight = message?.kind === 'weight'
    if (message?.kind === 'weight' && message.mark === 'none') {
      same = { pounds: message.pounds, times: message.pounds === same.pounds ? same.times + 1 : 1 }
      return same.times >= sameTimes ? stableReading(message.pounds) : { state: 'moving' }
    }
    // This is the second half of an answer whose first half was counted.
    if (message?.kind === 'status' && wasAfterWeight) return undefined
    same = { pounds: Number.NaN, times: 0 }
    if (message === undefined) return undefined
    if (message.kind === 'over') return { state: 'overload' }
    if (message.kind === 'under') return { state: 'negative' }
    return message.kind === 'weight' && message.mark === 'stable' ? stableReading(message.pounds) : { state: 'moving' }
  }
}

/** Accepts bytes cut anywhere; unknown lines give no reading. docs/product/devices.md, "Scale". */
export function createScaleReader(): (bytes: Uint8Array) => ScaleReading[] {
  const settle = createSettling()
  let line = ''
  return (bytes) => {
    const readings: ScaleReading[] = []
    for (const byte of bytes) {
      // With seven data bits, the highest bit is the parity.
      const code = byte & 0x7f
      if (code >= 0x20) {
        line += line.length <= longestLine ? String.fromCharCode(code) : ''
        continue
      }
      const reading = line === '' ? undefined : settle(line.length > longestLine ? undefined : readScaleLine(line))
      line = ''
      if (reading) readings.push(reading)
    }
    return readings
  }
}

/** The pause in milliseconds between two requests to a scale that sends only when asked. */
const askMs = 200
const question = new TextEncoder().encode('W\r')

/** Asks repeatedly; a request that fails is followed by the next one. */
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

/** A damaged byte ends the stream but not the port: reading continues with the next line. */
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
      // After unplugging, `readable` is null here.
    } finally {
      signal.removeEventListener('abort', stop)
      reader.releaseLock()
    }
  }
}

/** Listens until the scale is unplugged or `signal` aborts. Rejects if it cannot be opened. */
async function hearScale(
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

/** `emptied` counts how often the scale was empty. */
export type ScaleState =
  | { phase: 'unsupported' | 'unchosen' | 'absent' | 'busy' | 'opening' | 'silent' }
  | { phase: 'reading'; reading: ScaleReading; emptied: number }

/** Milliseconds after which the last reading no longer counts as current. */
const silentMs = 3_000
/** The pause in milliseconds before the port is tried again. */
const retryMs = 2_000

const listeners = new Set<() => void>()
let state: ScaleState = { phase: 'opening' }
let emptied = 0
let silence = 0
let stopRun: AbortController | undefined
let lastRun: Promise<void> = Promise.resolve()

function show(next: ScaleState): void {
  clearTimeout(silence)
  if (next.phase === 'reading') silence = window.setTimeout(() => show({ phase: 'silent' }), silentMs)
  // A scale repeats the same reading ten times a second.
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

function hear(reading: ScaleReading): void {
  const isEmpty = reading.state === 'empty' || reading.state === 'negative'
  const wasEmpty = state.phase === 'reading' && ['empty', 'negative'].includes(state.reading.state)
  if (isEmpty && !wasEmpty) emptied += 1
  show({ phase: 'reading', reading, emptied })
}

/** Waits until a device is plugged in, the next try is due, or `signal` aborts. */
const nextTry = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      serialPorts()?.removeEventListener('connect', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, retryMs)
    serialPorts()?.addEventListener('connect', go)
    signal.addEventListener('abort', go)
  })

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const port = await findPort('scale')
    if (signal.aborted) return
    if (port === undefined) show({ phase: hasPort('scale') ? 'absent' : 'unchosen' })
    else {
      let isOpen = false
      const onOpen = () => {
        isOpen = true
        show({ phase: 'opening' })
        silence = window.setTimeout(() => show({ phase: 'silent' }), silentMs)
      }
      await hearScale(port, readScaleSettings(), { signal, onOpen, hear }).catch(() => undefined)
      if (signal.aborted) return
      show({ phase: isOpen ? 'absent' : 'busy' })
    }
    await nextTry(signal)
  }
}

/** Holds the port only while the page is visible, so that another tab can use it. */
function update(isRestart: boolean): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (isRestart || !isWanted) {
    stopRun?.abort()
    stopRun = undefined
  }
  if (!isWanted || stopRun !== undefined) return
  if (serialPorts() === undefined) {
    show({ phase: 'unsupported' })
    return
  }
  const controller = new AbortController()
  stopRun = controller
  show({ phase: 'opening' })
  // The old port is closed before it is opened again.
  lastRun = lastRun.then(() => run(controller.signal))
}

const look = () => update(false)
let forget = () => {}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', look)
    forget = onScaleSettings(() => update(true))
  }
  update(false)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    forget()
    update(false)
    clearTimeout(silence)
    // The last value is outdated once the page is visible again.
    state = { phase: 'opening' }
  }
}

const readState = (): ScaleState => state

/** Keeps the port open while a component uses it. docs/product/devices.md, "Scale". */
export const useScale = (): ScaleState => useSyncExternalStore(subscribe, readState)
