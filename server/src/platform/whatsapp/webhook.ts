import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database, Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { GatewayEvent } from './gateway.ts'
import { mostBodyBytes } from './waha-answer.ts'
import { parseWahaEvent } from './waha-event.ts'

type WebhookSession = { company_id: string; name: string; hmac_key: string }

const tokenForm = /^[\w-]{32,100}$/
const maxTokens = 5_000
const oldestMs = 24 * 60 * 60 * 1000

function isSigned(request: FastifyRequest, raw: Buffer, key: string): boolean {
  const { 'x-webhook-hmac': sent, 'x-webhook-hmac-algorithm': algorithm } = request.headers
  if (typeof sent !== 'string' || algorithm !== 'sha512') return false
  const got = Buffer.from(sent, 'hex')
  const expected = createHmac('sha512', key).update(raw).digest()
  return got.length === expected.length && timingSafeEqual(got, expected)
}

function parse(raw: Buffer): { session?: unknown; timestamp?: unknown } {
  try {
    return Object(JSON.parse(raw.toString('utf8')))
  } catch {
    return {}
  }
}

/**
 * Requires a signature over the raw bytes with the company's key. An unknown address gets 404, a wrong signature 401; a signed event of
 * another session is ignored. `apply` judges the event's time. docs/product/messages.md, "Connection".
 */
export function registerWebhook(
  app: FastifyInstance,
  database: Database,
  apply: (db: Db, event: GatewayEvent, isFresh: boolean) => Promise<unknown>,
): void {
  // Known tokens cannot be guessed, so their events need not queue with unknown callers.
  const known = new LRUCache<string, true>({ max: maxTokens })
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: mostBodyBytes },
      (_request, body, done) => done(null, body),
    )
    hooks.post<{ Params: { token: string } }>('/hooks/waha/:token', async (request) => {
      const { token } = request.params
      if (!tokenForm.test(token)) throw new AppError('not_found')
      const { rows } = await database.asAnonymous(
        { door: 'webhooks', address: request.ip, known: known.get(token) && token },
        (db) => sql<WebhookSession>`select * from session_of_webhook(${token})`.execute(db),
      )
      const [session] = rows
      if (!session) {
        known.delete(token)
        throw new AppError('not_found')
      }
      known.set(token, true)
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(request, raw, session.hmac_key)) throw new AppError('unauthorized')
      const event = parse(raw)
      const isFresh = typeof event.timestamp === 'number' && Math.abs(Date.now() - event.timestamp) < oldestMs
      const isOwn = event.session === session.name
      if (!isOwn || !isFresh)
        request.log.warn({ companyId: session.company_id }, 'a signed event of another session or of long ago')
      const parsed = isOwn ? parseWahaEvent(event) : null
      if (parsed)
        await database.asUser({ companyId: session.company_id, userId: '' }, (db) => apply(db, parsed, isFresh))
      return { success: true }
    })
  })
}
