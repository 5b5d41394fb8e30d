import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const minLength = 1024
// Level 4: higher levels take twice the time for two hundredths less.
const level = 4

/** Reads the `Accept-Encoding` header. */
export const takesGzip = (accepted: string | undefined): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(accepted ?? '')

/**
 * Compresses texts from 1 KB in answers to GET, in a thread of zlib's pool. Answers to writes, such as a sign-in's token, stay as they are.
 */
export function compressReads(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWorth = request.method === 'GET' && typeof payload === 'string' && payload.length >= minLength
    if (!isWorth || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload)
    gzip(payload, { level }, (error, packed) => {
      if (!error) reply.header('content-encoding', 'gzip').removeHeader('content-length')
      done(null, error ? payload : packed)
    })
  })
}
