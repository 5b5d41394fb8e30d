import { randomUUID } from 'node:crypto'
import { qrCount, type StandInTimes } from './times.ts'
import type { Linked, SessionConfig, Webhooks } from './webhooks.ts'

export type SessionInfo = {
  name: string
  status: string
  config: SessionConfig | null
  me: Linked | null
  presence: null
  timestamps: object
  engine: { engine: 'NOWEB' }
}

/** How the gateway says that a lifecycle call waited too long for another one. */
export const lockMessage = 'async-lock timed out in queue'

const phone: Linked = { id: '50577778888@c.us', pushName: 'Mensajería Demo', lid: '123456789012345@lid' }

/** One session with the gateway's own states and order of events; what people do to the phone are its `scan`, `drop` … */
export function createSession(name: string, parts: { times: StandInTimes; webhooks: Webhooks }) {
  const { times, webhooks } = parts
  let status = 'STOPPED'
  let config: SessionConfig | null = null
  let me: Linked | null = null
  let isPaired = false
  let qr = ''
  let timer: NodeJS.Timeout | undefined
  let statuses: { status: string; timestamp: number }[] = []
  let queue: Promise<unknown> = Promise.resolve()

  function become(next: string): void {
    clearTimeout(timer)
    status = next
    statuses = [...statuses, { status, timestamp: Date.now() }].slice(-3)
    webhooks.send({ name, config, me }, 'session.status', { name, status, statuses })
  }

  function later(ms: number, work: () => void): void {
    timer = setTimeout(work, ms)
  }

  function showQr(number: number): void {
    if (number === qrCount) {
      become('FAILED')
      return
    }
    qr = randomUUID()
    become('SCAN_QR_CODE')
    later(number === 0 ? times.firstQrMs : times.nextQrMs, () => showQr(number + 1))
  }

  function connect(): void {
    me = phone
    become('WORKING')
  }

  function begin(): void {
    if (!isPaired) me = null
    become('STARTING')
    later(times.startMs, () => (isPaired ? connect() : showQr(0)))
  }

  async function halt(ms: number): Promise<void> {
    become('STOPPED')
    await new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** One lifecycle call after another, as the gateway's lock has it. */
  async function inTurn(work: () => Promise<void>): Promise<void> {
    const before = queue
    const turn = Promise.withResolvers<void>()
    queue = Promise.allSettled([before, turn.promise])
    let waiting: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      waiting = setTimeout(() => reject(new Error(`${lockMessage} ${name}`)), times.lockMs)
    })
    try {
      await Promise.race([before, tooLate])
      clearTimeout(waiting)
      await work()
    } finally {
      clearTimeout(waiting)
      turn.resolve()
    }
  }

  return {
    name,
    get status() {
      return status
    },
    get qr() {
      return status === 'SCAN_QR_CODE' ? qr : null
    },
    get source() {
      return { name, config, me }
    },
    info: (): SessionInfo => ({
      name,
      status,
      config,
      me,
      presence: null,
      timestamps: {},
      engine: { engine: 'NOWEB' },
    }),
    /** A session that runs is stopped and started again with it. */
    configure: (next: SessionConfig | null) =>
      inTurn(async () => {
        const isRunning = status !== 'STOPPED'
        if (isRunning) await halt(times.stopMs)
        config = next
        if (isRunning) begin()
      }),
    /** Does nothing to one that runs, and FAILED counts as running. */
    start: () =>
      inTurn(async () => {
        if (status === 'STOPPED') begin()
      }),
    stop: () =>
      inTurn(async () => {
        if (status !== 'STOPPED') await halt(times.stopMs)
      }),
    restart: () =>
      inTurn(async () => {
        if (status !== 'STOPPED') await halt(times.stopMs)
        begin()
      }),
    logout: () =>
      inTurn(async () => {
        const wasRunning = status !== 'STOPPED'
        isPaired = false
        me = null
        await halt(times.logoutMs)
        if (wasRunning) begin()
      }),
    /** Somebody holds a phone before the QR; without a QR there is nothing to scan. */
    scan(): boolean {
      if (status !== 'SCAN_QR_CODE') return false
      isPaired = true
      connect()
      return true
    },
    drop(): void {
      if (status !== 'WORKING') return
      later(times.dropMs, () => {
        become('STARTING')
        later(times.startMs, connect)
      })
    },
    /** The phone's owner unlinks us; the name stays, which is no proof of a connection. */
    removeDevice(): void {
      isPaired = false
      become('FAILED')
    },
    become,
    close: () => clearTimeout(timer),
  }
}

export type Session = ReturnType<typeof createSession>
