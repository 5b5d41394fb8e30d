import * as z from 'zod/mini'
import { type Answer, readBody, readJson, refusal } from './waha-answer.ts'

export type WahaOptions = {
  url: string
  apiKey: string
  /** Without a path. */
  webhookUrl: string
  timeouts?: Partial<typeof defaultTimeouts>
}

// Reads are quick; a QR waits up to 5 s inside the gateway, a send up to 10 s before it is tried. A start takes 3 to 4 s; that
// of a session that hangs took 11 s.
const defaultTimeouts = { readMs: 5_000, qrMs: 6_000, lifecycleMs: 25_000, sendMs: 30_000 }
/** A logout, a read, a change, a start. After it another worker may claim the request. */
export const maxRequestMs = defaultTimeouts.readMs + 3 * defaultTimeouts.lifecycleMs
/** It keeps a session for each company. */
export const oldest = [2026, 6, 1] as const

/** Such as `2026.7.1`. */
function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  const first = oldest.findIndex((part, index) => part !== parts[index])
  return first === -1 || (parts[first] ?? 0) > (oldest[first] ?? 0)
}

/** `demand` refuses an answer that is no success. */
export function createCalls(options: WahaOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const base = options.url.replace(/\/+$/, '')

  async function send(method: string, path: string, timeoutMs: number, body?: unknown): Promise<Answer> {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        // With any other value a QR comes as bytes.
        accept: 'application/json',
        // A connection that was kept open may be dead, and then it is unknown whether a message left.
        connection: 'close',
        'content-type': 'application/json',
        'x-api-key': options.apiKey,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await readJson(response) }
  }

  const isDone = ({ status }: Answer) => status >= 200 && status < 300

  async function demand(method: string, path: string, timeoutMs: number, body?: unknown): Promise<unknown> {
    const answer = await send(method, path, timeoutMs, body)
    if (!isDone(answer)) throw refusal(answer, method, path)
    return answer.body
  }

  async function version() {
    const body = await demand('GET', '/api/server/version', timeouts.readMs)
    const { version: text } = z.object({ version: z.string().check(z.maxLength(50)) }).parse(body)
    return { text, isSupported: isNewEnough(text) }
  }

  /** Null for more than `most`. */
  async function readBytes(path: string, most: number): Promise<Buffer | 'gone' | null> {
    const response = await fetch(base + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeouts.sendMs),
      headers: { connection: 'close', 'x-api-key': options.apiKey },
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return 'gone'
    }
    if (response.status !== 200) throw refusal({ status: response.status, body: await readJson(response) }, 'GET', path)
    return await readBody(response, most)
  }

  return { timeouts, send, isDone, demand, readBytes, version }
}

export type Calls = ReturnType<typeof createCalls>
