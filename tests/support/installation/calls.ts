import { type Agent, request } from 'node:http'

/** The answer to a call; its status is 0 where no whole answer came. */
export type Answer = { status: number; ms: number; body: string; headers: Record<string, unknown> }

export type Call = {
  path: string
  method?: string
  host?: string
  token?: string
  key?: string
  body?: unknown
  /** A body that is sent as it is, with this content type. */
  raw?: { bytes: Buffer; type: string }
  agent?: Agent
  timeoutMs?: number
  /** Called when the call has been sent. */
  onSent?: () => void
}

/** Makes a call to a server under a company's host, which no resolver knows. Never rejects. */
export function ask(url: string, call: Call): Promise<Answer> {
  const begun = performance.now()
  const content =
    call.raw ??
    (call.body === undefined ? undefined : { bytes: Buffer.from(JSON.stringify(call.body)), type: 'application/json' })
  return new Promise((resolve) => {
    const end = (status: number, body = '', headers = {}) =>
      resolve({ status, ms: Math.round(performance.now() - begun), body, headers })
    const outgoing = request(url + call.path, {
      method: call.method ?? (content ? 'POST' : 'GET'),
      timeout: call.timeoutMs ?? 60_000,
      ...(call.agent ? { agent: call.agent } : { agent: false }),
      headers: {
        ...(call.host && { host: call.host }),
        ...(call.token && { authorization: `Bearer ${call.token}` }),
        ...(call.key && { 'idempotency-key': call.key }),
        ...(content && { 'content-type': content.type, 'content-length': String(content.bytes.length) }),
      },
    })
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk) => {
        text += chunk
      })
      incoming.on('end', () => end(incoming.complete ? (incoming.statusCode ?? 0) : 0, text, incoming.headers))
      incoming.on('error', () => end(0))
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', (error) => end(0, error.message))
    outgoing.end(content?.bytes, call.onSent)
  })
}
