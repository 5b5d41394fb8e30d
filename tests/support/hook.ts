import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

export type Envelope = {
  id?: string
  timestamp?: number
  session?: string
  event: string
  payload: unknown
  me?: unknown
}

/** A company's session that receives events without a gateway. */
export type Hook = {
  key: string
  token: string
  /** The body of an event as it would be sent. */
  write(event: Envelope): string
  /** The headers with the signature of a body. */
  signed(raw: string, key?: string): Record<string, string>
  post(raw: string, headers: Record<string, string>, token?: string): ReturnType<typeof send>
  /** Sends a signed event, and expects that it is accepted. */
  deliver(event: Envelope): Promise<void>
  /** Says whether a client gets messages, by default the shop's own. */
  isAllowed(clientId?: string): Promise<boolean>
}

const send = (world: World, token: string, raw: string, headers: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: `/hooks/waha/${token}`,
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', ...headers },
    payload: raw,
  })

export async function openHook(world: World, { id, client }: Shop): Promise<Hook> {
  const { rows } = await world.owner.query<{ name: string; token: string; key: string }>(
    `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, status_at)
     values ($1, 't-' || md5(random()::text), md5(random()::text) || 'token', md5(random()::text) || 'key', 'STARTING', '2026-01-01')
     returning name, webhook_token as token, hmac_key as key`,
    [id],
  )
  const { name = '', token = '', key = '' } = rows[0] ?? {}
  const hook: Hook = {
    key,
    token,
    write: (event) =>
      JSON.stringify({ id: `evt_${randomUUID()}`, timestamp: Date.now(), session: name, ...event, engine: 'NOWEB' }),
    signed: (raw, by = key) => ({
      'x-webhook-hmac': createHmac('sha512', by).update(raw).digest('hex'),
      'x-webhook-hmac-algorithm': 'sha512',
    }),
    post: (raw, headers, to = token) => send(world, to, raw, headers),
    async deliver(event) {
      const raw = hook.write(event)
      const answer = await hook.post(raw, hook.signed(raw))
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    },
    async isAllowed(clientId = client.id) {
      const found = await world.owner.query('select messages_allowed as yes from clients where id = $1', [clientId])
      return found.rows[0].yes
    },
  }
  return hook
}

/** The event of a message from a phone to the company. */
export const writes = (body: string, phone = '50586904417', place = 'c.us', data?: object): Envelope => ({
  event: 'message',
  payload: {
    id: `false_${phone}@${place}_${randomUUID()}`,
    from: `${phone}@${place}`,
    fromMe: false,
    body,
    _data: data,
  },
})
