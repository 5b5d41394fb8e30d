import type { RequestListener } from 'node:http'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, toFailure } from '../errors.ts'
import type { Answered } from '../metrics/metrics.ts'
import { readPath } from './request-path.ts'

export type LoadSheddingOptions = {
  /** Left out: always. */
  admits?: (subdomain: () => string | null) => boolean
  /** Left out: any. */
  baseDomain?: string
  headers: Record<string, string>
  logger: FastifyBaseLogger
  /** For counting. */
  onAnswered?: (request: Answered) => void
}

const refusalsLoggedMs = 1_000

/** One line a second: a line for each refusal would cost more than refusing. */
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

/** Calls pass while there is room, all others get a 503 at once. Pages, probes and webhooks always pass. */
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
