import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onStopSignal } from './stop-signal.ts'

describe('stop signals', () => {
  const first = vi.fn()
  const second = vi.fn()
  const before = new Set<unknown>()

  beforeEach(() => {
    vi.useFakeTimers()
    for (const listener of process.listeners('SIGTERM')) before.add(listener)
    for (const listener of process.listeners('SIGINT')) before.add(listener)
    for (const listener of process.listeners('SIGHUP')) before.add(listener)
    onStopSignal({ parent: undefined, first, second })
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.resetAllMocks()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
    }
  })

  function send(signal: NodeJS.Signals): void {
    for (const listener of process.listeners(signal)) if (!before.has(listener)) listener(signal)
  }

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('a signal %s is one request to stop', (signal) => {
    send(signal)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  })

  test('Ctrl+C that arrives from the terminal and again through npm is one request', () => {
    send('SIGINT')
    vi.advanceTimersByTime(50)
    send('SIGINT')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)('a signal %s after the terminal was closed hurries nothing', (signal) => {
    send('SIGHUP')
    vi.advanceTimersByTime(1_000)
    send(signal)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  })

  test('a second request, later, stops at once', () => {
    send('SIGTERM')
    vi.advanceTimersByTime(1_000)
    send('SIGTERM')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })
})
