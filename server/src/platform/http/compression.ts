import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const smallestWorth = 1024
// A list is an eighth of its size at any level; higher ones cost twice the time for two hundredths more.
const level = 4

const takesGzip = (accepted: string | undefined): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(accepted ?? '')

/**
 * Compresses texts of 1 KB and more of GET requests for clients that accept gzip, on another thread than the one that answers. Answers
 * of writes, such as a sign-in and its token, stay as they are.
 */
export function compressReads(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWorth = request.method === 'GET' && typeof payload === 'string' && payload.length >= smallestWorth
    if (!isWorth || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload)
    gzip(payload, { level }, (error, packed) => {
      if (!error) reply.header('content-encoding', 'gzip').removeHeader('content-length')
      done(null, error ? payload : packed)
    })
  })
}
