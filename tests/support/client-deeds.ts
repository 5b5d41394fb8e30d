import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { ChatMessage } from '../../server/src/platform/whatsapp/gateway.ts'
import { receiveChat, receiveChatFile } from './conversations.ts'

/** The deeds of a company's clients, for tests that have no page or phone of theirs. */
export type ClientDeeds = {
  /** Lets a device of a client in, and gives its id. */
  addClientDevice(clientId: string): Promise<string>
  /** Announces that a client comes, as the client would. */
  announcePickup(clientId: string): Promise<void>
  /** Receives a message of a chat, by default one that the shop's client wrote; gives its conversation. */
  receiveChat(values?: Partial<ChatMessage>, kind?: 'incoming' | 'written'): Promise<string>
  /** Receives a picture in a chat, which was fetched. */
  receiveChatFile(values?: Partial<ChatMessage>): Promise<{ id: string; fileId: string }>
  /** Sends a voucher of a client, a small picture, as the client would, and gives its id. */
  sendVoucher(clientId: string): Promise<string>
  /** Asks to become a client from a number, which wrote the code unless it is not proven, and gives the request's id. */
  askToJoin(values?: { phone?: string | null; isProven?: boolean; name?: string }): Promise<string>
  /** Holds a client, as the answer NO of their number's owner does. */
  holdClient(clientId: string): Promise<void>
  /** Announces a purchase of a client with the store's invoice, a small picture, as the client would, and gives its id. */
  announceWithInvoice(clientId: string): Promise<string>
}

let numbers = 0

type Place = { owner: pg.Pool; database: Database; companyId: string }

/** Creates the deeds of a company's clients. */
export function createClientDeeds({ owner, database, companyId }: Place): ClientDeeds {
  return {
    async addClientDevice(clientId) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into client_devices (company_id, client_id, casillero, token_hash, name)
         select company_id, id, casillero, sha256($2::bytea), 'Chrome en Android' from clients where id = $1 returning id`,
        [clientId, randomBytes(16)],
      )
      return rows[0]?.id ?? ''
    },
    async announcePickup(clientId) {
      await owner.query(
        `insert into announced_pickups (company_id, client_id, casillero, counts_from, expires_at)
         select company_id, id, casillero, now(), now() + interval '4 hours' from clients where id = $1
         on conflict do nothing`,
        [clientId],
      )
    },
    receiveChat: (values, kind) => receiveChat(database, companyId, values, kind),
    receiveChatFile: (values) => receiveChatFile(database, companyId, values),
    async sendVoucher(clientId) {
      const { rows } = await owner.query<{ id: string }>(
        `with kept as (
           insert into received_files (company_id, client_id, kind, digest, content, bytes)
           select company_id, id, 'picture', sha256(uuidv7()::text::bytea), 'webp'::bytea, 4 from clients where id = $1
           returning company_id, client_id, id)
         insert into vouchers (company_id, client_id, casillero, file_id, source, amount, currency_id)
         select c.company_id, c.id, c.casillero, k.id, 'page', 7.5, m.id
         from kept k join clients c on c.company_id = k.company_id and c.id = k.client_id
         join currencies m on m.company_id = k.company_id and m.code = 'USD'
         returning id`,
        [clientId],
      )
      return rows[0]?.id ?? ''
    },
    async askToJoin({ phone = `505876${String(++numbers).padStart(5, '0')}`, isProven = true, name = 'Heydi' } = {}) {
      if (phone !== null && isProven) await receiveChat(database, companyId, { phone, text: 'Hola', name })
      const { rows } = await owner.query<{ id: string }>(
        `insert into signups (company_id, state, first_name, last_names, city, phone, phone_proven_at, token_hash, asked_from, sort_name, search_text)
         values ($1, 'waiting', $2, 'Palacios', 'Masaya', $3::text, case when $4 and $3::text is not null then now() end, $5, '10.1.1.1', lower($2) || ' palacios', lower($2))
         returning id`,
        [companyId, name, phone, isProven, randomBytes(32)],
      )
      return rows[0]?.id ?? ''
    },
    async holdClient(clientId) {
      await owner.query('update clients set held_at = now() where id = $1', [clientId])
    },
    async announceWithInvoice(clientId) {
      const { rows } = await owner.query<{ id: string }>(
        `with kept as (
           insert into received_files (company_id, client_id, kind, digest, content, bytes)
           select company_id, id, 'picture', sha256(uuidv7()::text::bytea), 'webp'::bytea, 4 from clients where id = $1
           returning company_id, client_id, id)
         insert into prealerts (company_id, client_id, tracking, file_id, is_own, search_text)
         select company_id, client_id, 'PRE-' || upper(right(id::text, 12)), id, true, 'pre' from kept
         returning id`,
        [clientId],
      )
      return rows[0]?.id ?? ''
    },
  }
}
