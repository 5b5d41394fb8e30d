import * as z from 'zod/mini'
import type { Gateway, GatewaySession } from './gateway.ts'
import { explain, isSurelyNotSent, readOutcome, refusal } from './waha-answer.ts'
import { createCalls, type WahaOptions } from './waha-calls.ts'
import { linkedAccount, phoneOfLinked } from './waha-event.ts'
import { type ParsedMessage, parseChatMessage, readFetchedPath } from './waha-message.ts'
import { createSessions } from './waha-sessions.ts'

// An answer is kept for so long only, because another program may be started at the same address.
const identityMs = 15_000
const noIdentityMs = 1_000

const sessionInfo = z.object({ name: z.string(), status: z.string(), me: linkedAccount })

// The end is in seconds; a bar without an end is taken for an hour, and a poll within that hour renews it.
const unknownBarMs = 60 * 60 * 1000
const bar = z.object({
  reachoutTimelock: z.object({ isActive: z.literal(true), timeEnforcementEnds: z.optional(z.nullable(z.number())) }),
})

function barredUntil(me: unknown): string | null {
  const { data } = bar.safeParse(me)
  if (!data) return null
  const seconds = data.reachoutTimelock.timeEnforcementEnds
  const end = new Date(seconds ? seconds * 1000 : Date.now() + unknownBarMs)
  return end.getTime() < Date.UTC(2100, 0) ? end.toISOString() : null
}

const toSession = (session: unknown): GatewaySession => {
  const { name, status, me } = sessionInfo.parse(session)
  return { name, status, ...phoneOfLinked(me), barredUntil: barredUntil(Object(session).me) }
}

// A message with a thumbnail takes tens of kilobytes, and an answer is read up to a megabyte: those of a larger one come one by one.
const missedAtOnce = 20
const mostMissed = 5_000

/** WAHA 2026.6.1 or newer. Answers are read field by field and not passed on. docs/product/messages.md, "Connection". */
export function createWaha(options: WahaOptions): Gateway {
  const calls = createCalls(options)
  const { timeouts, send, isDone, demand, readBytes, version } = calls
  const { ensure, explainRefusal } = createSessions(calls, options)

  return {
    async listSessions() {
      const body = await demand('GET', '/api/sessions?all=true', timeouts.readMs)
      return z.array(z.unknown()).parse(body).map(toSession)
    },
    async ensureSession(setting) {
      await ensure(setting)
    },
    async restart(setting) {
      if (!(await ensure(setting))) {
        await demand('POST', `/api/sessions/${setting.name}/restart`, timeouts.lifecycleMs)
      }
    },
    async logout(setting) {
      const path = `/api/sessions/${setting.name}/logout`
      // Before anything restarts the session: only over a standing connection does WhatsApp learn of the logout.
      const done = await send('POST', path, timeouts.lifecycleMs)
      if (!isDone(done) && done.status !== 404) throw await explainRefusal(done, 'POST', path)
      await ensure(setting)
    },
    async qr(name) {
      const answer = await send('GET', `/api/${name}/auth/qr?format=image`, timeouts.qrMs)
      const picture = z.safeParse(z.object({ data: z.string() }), answer.body)
      return answer.status === 200 && picture.success ? picture.data.data : null
    },
    async listMessages(name, since) {
      const gte = Math.floor(since.getTime() / 1_000)
      const found: ParsedMessage[] = []
      for (let offset = 0, limit = missedAtOnce; offset < mostMissed; ) {
        // Files are fetched one by one afterwards: with `downloadMedia` an answer takes as long as all its files need.
        const path = `/api/${name}/chats/all/messages?filter.timestamp.gte=${gte}&downloadMedia=false&limit=${limit}&offset=${offset}`
        const answer = await send('GET', path, timeouts.lifecycleMs)
        // A session that was made without a store has no messages.
        if (answer.status === 400) break
        if (!isDone(answer)) throw refusal(answer, 'GET', path)
        if (answer.body === null && limit > 1) {
          limit = 1
          continue
        }
        const page = z.array(z.unknown()).parse(answer.body)
        const read = page.map((message) => parseChatMessage(message, name)).filter((message) => message !== null)
        found.push(...read.filter(({ isOurs }) => !isOurs))
        if (page.length < limit) break
        offset += limit
        limit = offset % missedAtOnce === 0 ? missedAtOnce : 1
      }
      return found.toReversed()
    },
    async readFile(place, most) {
      const [path = '', message = ''] = place.split('#')
      const kept = path === '' ? 'gone' : await readBytes(path, most)
      if (kept !== 'gone') return kept
      if (message === '') return null
      const answer = await send('GET', message, timeouts.sendMs)
      // A session without a store finds no message again.
      if (answer.status === 404 || answer.status === 400) return null
      if (!isDone(answer)) throw refusal(answer, 'GET', message)
      const again = readFetchedPath(answer.body)
      const fetched = again === null ? null : await readBytes(again, most)
      return fetched === 'gone' ? null : fetched
    },
    async phoneOf(name, alias) {
      const path = `/api/${name}/lids/${encodeURIComponent(alias)}`
      const answer = await send('GET', path, timeouts.qrMs)
      // A session that was made without a store has no numbers.
      if (answer.status === 400) return null
      if (!isDone(answer)) throw refusal(answer, 'GET', path)
      const { pn } = z.object({ pn: z.optional(z.nullable(z.string())) }).parse(answer.body)
      return /^(\d{8,15})(?::\d+)?@/.exec(pn ?? '')?.[1] ?? null
    },
    version,
    explain,
    async sendText({ session, phone, text, id }) {
      const chatId = `${phone}@c.us`
      try {
        return readOutcome(
          await send('POST', '/api/sendText', timeouts.sendMs, { session, chatId, text, linkPreview: false, id }),
        )
      } catch (error) {
        return isSurelyNotSent(error) ? { kind: 'down', reason: 'La pasarela no responde' } : { kind: 'ambiguous' }
      }
    },
    isFake: cacheAnswer(async () => {
      const answer = await send('GET', '/api/server/version', timeouts.readMs).catch(() => null)
      return answer?.status === 200 ? Object(answer.body).isStandIn === true : null
    }),
  }
}

/** Null for a moment only; concurrent callers wait for the same one. */
function cacheAnswer<T>(ask: () => Promise<T | null>): () => Promise<T | null> {
  let asked: { answer: Promise<T | null>; until: number } | undefined
  return async () => {
    if (asked && performance.now() < asked.until) return await asked.answer
    const own = { answer: ask(), until: performance.now() + identityMs }
    asked = own
    if ((await own.answer) === null) own.until = performance.now() + noIdentityMs
    return await own.answer
  }
}
