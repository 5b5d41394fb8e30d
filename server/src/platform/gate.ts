import type { RequestListener } from 'node:http'
import { subdomainOf } from '@casillero/shared/domain/tenant-host'
import { AppError, failureOf } from './errors.ts'

export type GateOptions = {
  /** Whether there is room for one more call of the company with that subdomain. */
  admits: (subdomain: () => string | null) => boolean
  /** What every answer carries. */
  headers: Record<string, string>
  /** Told of each refused call. */
  onRefused: (method: string) => void
}

const busy = JSON.stringify(failureOf(new AppError('unavailable')))

/**
 * Lets calls through to `handler` while there is room for them, and tells all others at once to come again: a refusal that
 * costs a tenth of an answer leaves the time for those that are answered. Pages, probes and webhooks always pass.
 */
export function createGate(
  { admits, headers, onRefused }: GateOptions,
  handler: (...call: Parameters<RequestListener>) => void,
): RequestListener {
  const refusal = {
    ...headers,
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(busy),
  }
  return (request, response) => {
    if (!request.url?.startsWith('/api/') || admits(() => subdomainOf(request.headers.host ?? '')))
      handler(request, response)
    else {
      onRefused(request.method ?? '')
      response.writeHead(503, refusal).end(busy)
    }
  }
}
