import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { type Installation, openInstallation } from '../../support/installation/installation.ts'
import { cleanUp, makeFolder } from '../../support/server-process.ts'
import { type Nginx, startNginx } from './nginx.ts'

export type Reply = { status: number; headers: Record<string, unknown>; body: string; ms: number }

export type Sent = {
  body?: unknown
  headers?: Record<string, string>
  token?: string
  /** The address of this machine to call from; any of 127.0.0.0/8. */
  from?: string
}

/** Two instances on one database, with nginx in front of them as it is shipped. */
export type Front = {
  installation: Installation
  nginx: Nginx
  /** Calls through the proxy, as `METHOD /path`. Rejects when no whole answer comes. */
  call(host: string, call: string, sent?: Sent): Promise<Reply>
  /** Calls one server without TLS: an instance past the proxy, or another port of the proxy. */
  callAt(url: string, host: string, call: string, sent?: Sent): Promise<Reply>
  close(): Promise<void>
}

type FrontOptions = {
  /** The count of companies. */
  shops?: number
  variables?: Record<string, string>
  /** Changes the shipped configuration of nginx. */
  edit?: (configuration: string) => string
}

/** The options of a call, to any place. */
function optionsOf(host: string, call: string, { body, headers, token, from = '127.0.0.1' }: Sent) {
  const [method = 'GET', path = '/'] = call.split(' ')
  const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return {
    method,
    path,
    payload,
    localAddress: from,
    headers: {
      host,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...headers,
    },
  }
}

function replyTo(
  ask: (listen: (answer: IncomingMessage) => void) => ClientRequest,
  payload: Buffer | undefined,
): Promise<Reply> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = ask((answer) => {
      const { statusCode: status = 0, headers } = answer
      text(answer).then((body) => resolve({ status, headers, body, ms: performance.now() - began }), reject)
    })
    outgoing.once('error', reject).end(payload)
  })
}

export async function openFront({ shops = 8, variables, edit }: FrontOptions = {}): Promise<Front> {
  const installation = await openInstallation({ shops, variables: { TRUSTED_PROXY: '127.0.0.1', ...variables } }).catch(
    async (error: unknown) => {
      await cleanUp()
      throw error
    },
  )
  const [first, second] = installation.instances.map(({ url }) => new URL(url).host)
  const nginx = await startNginx(makeFolder(), [first ?? '', second ?? ''], edit).catch(async (error: unknown) => {
    await installation.close()
    throw error
  })
  const agents = [new Agent({ keepAlive: true, ca: nginx.certificate }), new HttpAgent({ keepAlive: true })] as const
  return {
    installation,
    nginx,
    call(host, call, sent = {}) {
      const { payload, ...options } = optionsOf(host, call, sent)
      const place = { agent: agents[0], host: '127.0.0.1', port: nginx.httpsPort, servername: host }
      return replyTo((listen) => request({ ...options, ...place }, listen), payload)
    },
    callAt(url, host, call, sent = {}) {
      const { payload, ...options } = optionsOf(host, call, sent)
      const { hostname, port } = new URL(url)
      return replyTo((listen) => httpRequest({ ...options, agent: agents[1], host: hostname, port }, listen), payload)
    },
    async close() {
      for (const agent of agents) agent.destroy()
      await nginx.stop()
      await installation.close()
    },
  }
}
