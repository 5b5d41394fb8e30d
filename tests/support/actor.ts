import type { Api } from '@casillero/shared/contract/api'
import type { Failure } from '@casillero/shared/contract/errors'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export type Call = keyof Api & string

export type Sent<K extends Call> = {
  [Part in 'params' | 'query' | 'body' as Api[K][Part] extends undefined ? never : Part]?: Api[K][Part]
} & { headers?: Record<string, string>; from?: string }

type Refused = Failure & { status: number; retryAfter: string | undefined }

/**
 * A caller with a token: `ok` throws unless the call succeeds, `refused` unless it is refused, `send` never. `from` is the
 * address that a call comes from.
 */
export type Actor = {
  token: string
  userId: string
  ok<K extends Call>(call: K, sent?: Sent<K>): Promise<Api[K]['reply']>
  refused<K extends Call>(call: K, sent?: Sent<K>): Promise<Refused>
  send(
    call: string,
    sent?: { params?: unknown; query?: unknown; body?: unknown; headers?: Record<string, string>; from?: string },
  ): Promise<LightMyRequestResponse>
}

/** Creates a caller that sends its calls to the app that `nextApp` gives. */
export function createActor(
  nextApp: () => FastifyInstance,
  { host, token, userId }: { host: string; token: string; userId: string },
): Actor {
  const send: Actor['send'] = (call, sent = {}) => {
    const [method = 'GET', path = ''] = call.split(' ')
    const url = path.replace(/:(\w+)/g, (_, name: string) => String(Object(sent.params)[name]))
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(Object(sent.query))) {
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined) query.append(name, String(each))
    }
    return nextApp().inject({
      method: method as 'GET',
      url: query.size === 0 ? url : `${url}?${query}`,
      ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
      headers: {
        host,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) }),
    })
  }
  return {
    token,
    userId,
    send,
    async ok(call, sent) {
      const answer = await send(call, sent)
      if (answer.statusCode >= 300) throw new Error(`${call} answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    async refused(call, sent) {
      const answer = await send(call, sent)
      if (answer.statusCode < 400) throw new Error(`${call} was not refused: ${answer.body}`)
      const retryAfter = answer.headers['retry-after']
      return {
        status: answer.statusCode,
        retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
        ...answer.json(),
      }
    },
  }
}
