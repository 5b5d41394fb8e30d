import { randomBytes } from 'node:crypto'
import { connectTries, type FakeWahaTimes, qrCount } from './times.ts'
import type { Linked, SessionConfig, Webhooks } from './webhooks.ts'

export type SessionInfo = {
  name: string
  status: string
  config: SessionConfig | null
  me: Linked | null
  presence: null
  timestamps: { activity?: number | null }
  engine: { engine?: 'NOWEB' }
}

/**
 * WhatsApp's answer to a gateway: `unreachable` is a refused connection, after 60 of which the gateway gives up; `unavailable` is
 * an answer of 503, after which the gateway waits without end.
 */
export type Reach = 'reachable' | 'unreachable' | 'unavailable'

type SessionParts = { times: FakeWahaTimes; webhooks: Webhooks; reach: () => Reach }

/** The gateway's text when a lifecycle call waited too long for another one. */
export const lockMessage = 'async-lock timed out in queue'

const phone: Linked = { id: '50577778888@c.us', pushName: 'Mensajería Demo', lid: '123456789012345@lid' }

/** Creates a session with the gateway's states and order of events; `scan`, `drop` … are what people do to the phone. */
export function createSession(name: string, { times, webhooks, reach }: SessionParts) {
  let status = 'STOPPED'
  let config: SessionConfig | null = null
  let me: Linked | null = null
  let hasKeys = false
  let isListed = false
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
    qr = `2@${randomBytes(60).toString('base64')},${randomBytes(32).toString('base64')},1`
    become('SCAN_QR_CODE')
    later(number === 0 ? times.firstQrMs : times.nextQrMs, () => showQr(number + 1))
  }

  function connect(): void {
    me = phone
    become('WORKING')
  }

  /** Signs the session in; with keys that WhatsApp has forgotten it fails, now and at every later try. */
  function signIn(): void {
    if (!hasKeys) showQr(0)
    else if (isListed) connect()
    else {
      me = phone
      become('FAILED')
    }
  }

  function call(attempt: number, waitMs: number): void {
    later(waitMs, () => {
      const answer = reach()
      if (answer === 'reachable') signIn()
      else if (answer === 'unavailable') call(attempt, times.reconnectMs)
      else if (attempt === connectTries) become('FAILED')
      else {
        become('STARTING')
        call(attempt + 1, times.reconnectMs)
      }
    })
  }

  function begin(): void {
    me = null
    become('STARTING')
    call(1, times.startMs)
  }

  async function halt(ms: number): Promise<void> {
    const isHung = status === 'STARTING' && reach() === 'unavailable'
    become('STOPPED')
    await new Promise((resolve) => setTimeout(resolve, isHung ? times.hungStopMs : ms))
  }

  /** Runs lifecycle calls one after another, as the gateway's lock does. */
  async function runInTurn(work: () => Promise<void>): Promise<void> {
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
    /** True while the phone lists the session among its linked devices. */
    get isListed() {
      return isListed
    },
    info: (): SessionInfo => ({
      name,
      status,
      config,
      me,
      presence: null,
      ...(status === 'STOPPED'
        ? { timestamps: { activity: null }, engine: {} }
        : { timestamps: {}, engine: { engine: 'NOWEB' } }),
    }),
    /** Sets the configuration; a running session is stopped and started again with it. */
    configure: (next: SessionConfig | null) =>
      runInTurn(async () => {
        const isRunning = status !== 'STOPPED'
        if (isRunning) await halt(times.stopMs)
        config = next
        if (isRunning) begin()
      }),
    /** Starts the session, unless it runs; FAILED counts as running. */
    start: () =>
      runInTurn(async () => {
        if (status === 'STOPPED') begin()
      }),
    stop: () =>
      runInTurn(async () => {
        if (status !== 'STOPPED') await halt(times.stopMs)
      }),
    restart: () =>
      runInTurn(async () => {
        if (status !== 'STOPPED') await halt(times.stopMs)
        begin()
      }),
    /** Deletes the keys; WhatsApp is notified only where the session is connected. */
    logout: () =>
      runInTurn(async () => {
        const wasRunning = status !== 'STOPPED'
        if (status === 'WORKING') isListed = false
        hasKeys = false
        me = null
        await halt(times.logoutMs)
        if (wasRunning) begin()
      }),
    /** Scans the QR with a phone; false without a QR. */
    scan(): boolean {
      if (status !== 'SCAN_QR_CODE') return false
      hasKeys = true
      isListed = true
      connect()
      return true
    },
    drop(): void {
      if (status !== 'WORKING') return
      later(times.dropMs, () => {
        become('STARTING')
        call(1, times.startMs)
      })
    },
    /** Unlinks the session in the phone; the name stays, although there is no connection. */
    removeDevice(): void {
      isListed = false
      become('FAILED')
    },
    /** Makes WhatsApp refuse messages to new contacts for a while; null lifts that. */
    restrict(timelock: object | null): void {
      if (me) me = { ...me, reachoutTimelock: timelock }
    },
    become,
    /** Begins again in a gateway that was started anew. */
    resume(): void {
      if (status !== 'STOPPED') begin()
    },
    close: () => clearTimeout(timer),
  }
}

export type Session = ReturnType<typeof createSession>
