import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { receiveEvent } from '../features/conversations/receive-event.ts'
import { replyTo } from '../features/conversations/update-conversation.ts'
import { recipientPhone } from '../features/messages/queue/enqueue-message.ts'
import type { Db, Session } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Deed } from './write-history.ts'

const evening = 17 * 60
const name = 'Denis'
const unknownNumber = '50577231180'

/** A chat: whose it is (their place among the clients, null for a number that is no client's), and what was written, `>` before an answer. */
const chats: readonly { place: number | null; lines: readonly string[] }[] = [
  { place: 4, lines: ['Mañana paso por los tres', '> Con gusto, le esperamos hasta las seis.'] },
  { place: 9, lines: ['¿Hasta qué hora abren el sábado?'] },
  { place: 14, lines: ['No me ha llegado el de eBay'] },
  { place: 19, lines: ['¿Me lo pueden mandar a Estelí en bus?'] },
  { place: 24, lines: ['Ya no quiero mensajes tan noche por favor, gracias señorita'] },
  { place: null, lines: ['Buenas', 'Quiero información para traer paquetes de Miami'] },
  {
    place: 29,
    lines: [
      'Buenas, ¿ya vino mi paquete?',
      '> Todavía viene en camino; le avisamos apenas entre.',
      'Y la caja de Walmart, ¿cuándo llega?',
    ],
  },
]

type Written = { text: string; at: Date; isPicture?: boolean }

async function findPhone(db: Db, place: number): Promise<string> {
  const { phone } = await db
    .selectFrom('clients')
    .select('phone')
    .where('deleted_at', 'is', null)
    .orderBy('casillero')
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow()
  return recipientPhone(phone)
}

/** Receives what a client wrote as the worker does, which is no user, and gives WhatsApp's id of it. */
export async function receive(db: Db, phone: string, { text, at, isPicture = false }: Written): Promise<string> {
  await sql`select set_config('app.user_id', '', true)`.execute(db)
  const messageId = `3A${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`
  await receiveEvent(db, {
    ...{ id: `demo_${messageId}`, kind: 'incoming', messageId, phone, alias: null, edits: null, seconds: null, text },
    ...{ name: phone === unknownNumber ? name : null, at: at.toISOString() },
    ...{ kindOfMessage: isPicture ? 'picture' : 'text', file: isPicture ? { path: null, name: null } : null },
  })
  return messageId
}

async function reply(db: Db, session: Session, id: string, text: string): Promise<void> {
  const answer = await replyTo(db, id, { text, key: randomUUID() }, session)
  const read = { state: 'read' as const, sent_at: answer.at, confirmed_at: answer.at }
  await db.updateTable('messages').set(read).where('id', '=', answer.id).execute()
}

/** Chats of the last evening, most of which wait for a person; one of them is the picture of a voucher. */
export function chatDeeds(calendar: BusinessCalendar): Deed[] {
  const day = calendar.openDay(-2)
  const written = chats.flatMap(({ place, lines }, chat) =>
    lines.map((line, index): Deed => {
      const at = calendar.at(day, evening + chat * 6 + index)
      return {
        at,
        by: 'clerk',
        async run(db, session) {
          const phone = place === null ? unknownNumber : await findPhone(db, place)
          if (!line.startsWith('> ')) {
            await receive(db, phone, { text: line, at })
            return
          }
          const { id } = await db
            .selectFrom('conversations')
            .select('id')
            .where('phone', '=', phone)
            .executeTakeFirstOrThrow()
          await reply(db, session, id, line.slice(2))
        },
      }
    }),
  )
  return [...written, voucherDeed(calendar)]
}

/** The picture of the voucher that came over WhatsApp, which its client sent with a line. */
function voucherDeed(calendar: BusinessCalendar): Deed {
  const at = calendar.at(calendar.openDay(-3), 16 * 60 + 41)
  return {
    at,
    by: 'clerk',
    async run(db) {
      const { fileId, phone } = await db
        .selectFrom('vouchers as v')
        .innerJoin('clients as c', 'c.id', 'v.client_id')
        .select(['v.file_id as fileId', 'c.phone'])
        .where('v.source', '=', 'conversation')
        .executeTakeFirstOrThrow()
      const text = 'Ahí le mando el comprobante'
      const messageId = await receive(db, recipientPhone(phone), { text, at, isPicture: true })
      await db
        .updateTable('conversation_messages')
        .set({ file_state: 'kept', file_id: fileId })
        .where('gateway_message_id', '=', messageId)
        .execute()
    },
  }
}
