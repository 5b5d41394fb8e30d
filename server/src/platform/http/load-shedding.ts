import type { RequestListener } from 'node:http'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, toFailure } from '../errors.ts'
import type { Answered } from '../metrics/metrics.ts'
import { readPath } from './request-path.ts'

export type LoadSheddingOptions = {
  /** Says whether one more call of the company with that subdomain would be let in; left out: always. */
  admits?: (subdomain: () => string | null) => boolean
  /** The domain that the host of a company must end with; left out: any. */
  baseDomain?: string
  /** The headers of every answer. */
  headers: Record<string, string>
  logger: FastifyBaseLogger
  /** Called with every refused call, for counting. */
  onAnswered?: (request: Answered) => void
}

const refusalsLoggedMs = 1_000

/** Logs one line a second for all calls that were refused in it: a line for each would cost more than the refusals. */
function createRefusalLog(logger: FastifyBaseLogger): () => void {
  let refused = 0
  return () => {
    refused += 1
    if (refused > 1) return
    const timer = setTimeout(() => {
      logger.warn({ refused }, 'too many calls at once')
      refused = 0
    }, refusalsLoggedMs)
    timer.unref()
  }
}

const busy = JSON.stringify(toFailure(new AppError('unavailable')))

/**
 * Sheds load: lets calls through to `handler` while there is room for them and answers all others at once with a 503, because a
 * cheap refusal leaves the time to the calls that are answered. Pages, probes and webhooks always pass.
 */
export function createLoadShedder(
  { admits = () => true, baseDomain, headers, logger, onAnswered }: LoadSheddingOptions,
  handler: (...call: Parameters<RequestListener>) => void,
): RequestListener {
  const refusal = {
    ...headers,
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(busy),
  }
  const logRefusal = createRefusalLog(logger)
  return (request, response) => {
    const company = () => readSubdomain(request.headers.host ?? '', baseDomain)
    if (!readPath(request.url ?? '')?.startsWith('/api/') || admits(company)) handler(request, response)
    else {
      logRefusal()
      onAnswered?.({ method: request.method ?? '', route: undefined, status: 503, seconds: 0 })
      response.writeHead(503, refusal).end(busy)
    }
  }
}
