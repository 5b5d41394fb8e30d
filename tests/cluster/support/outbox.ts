import { expect } from 'vitest'
import type { Front } from './front.ts'

/** Writes so many messages into the queue of each company, all with different texts. */
export async function queueMessages({ installation }: Front, each: number): Promise<void> {
  for (const { id, counter } of installation.shops) {
    await installation.owner.query(
      `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
       select $1, 'proof:' || n, $2, (select id from templates where company_id = $1 and key = 'ready'), '50586904417',
              $1 || ' aviso ' || n, '3EB0' || upper(md5($1 || '/' || n)), now() + interval '1 day'
       from generate_series(1, $3) n`,
      [id, counter.clientId, each],
    )
  }
}

/**
 * Waits until the queue is empty, and counts the messages that the gateway was asked to send, and those of them that came
 * twice.
 */
export async function sentMessages({ installation }: Front): Promise<{ sent: number; twice: number }> {
  const left = async () =>
    (await installation.owner.query("select from messages where state in ('queued', 'sending')")).rowCount
  await expect.poll(left, { timeout: 300_000, interval: 200 }).toBe(0)
  const texts = installation.fake.sent.map(({ text }) => text)
  const sent = new Set(texts).size
  return { sent, twice: texts.length - sent }
}
