import { useSyncExternalStore } from 'react'
import { findPort, hasPort, serialPorts } from '../serial-ports.ts'
import { hearScale } from './scale-port.ts'
import type { ScaleReading } from './scale-reader.ts'
import { onScaleSettings, readScaleSettings } from './scale-settings.ts'

/** `emptied` counts how often nothing lay on it. */
export type ScaleState =
  | { phase: 'unsupported' | 'unchosen' | 'absent' | 'busy' | 'opening' | 'silent' }
  | { phase: 'reading'; reading: ScaleReading; emptied: number }

/** A reading older than this, in milliseconds, is none of now. */
const silentMs = 3_000
/** Before the port is tried again, in milliseconds. */
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
  // A scale says the same ten times a second.
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

/** Ends when a device is plugged in, the next try is due, or by `signal`. */
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

/** Open only while the page is looked at, so that another tab can have it. */
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
  // The port is closed before it is opened anew.
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
    // Its last value is none of the moment when it is looked at again.
    state = { phase: 'opening' }
  }
}

const readState = (): ScaleState => state

/** The port is open as long as a part of the screen asks. docs/product/devices.md, "Scale". */
export const useScale = (): ScaleState => useSyncExternalStore(subscribe, readState)
