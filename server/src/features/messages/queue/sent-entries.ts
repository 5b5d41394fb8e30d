import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { answerDefaults } from '@casillero/shared/domain/auto-answers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { errorOfMessage, renderWaiting } from '../queries.ts'
import { shownState } from './state-of-message.ts'

type Chat = { conversationId: string; clientId: string | null }

export const selectReactions = (messageId: RawBuilder<unknown>) =>
  sql<
    string[]
  >`array(select r.body from message_reactions r where r.gateway_message_id = ${messageId} and r.body <> '' order by r.is_own)`

/** Includes chat and client. */
const selectEntries = (db: Db) =>
  db
    .selectFrom('messages as m')
    .leftJoin('templates as t', 't.id', 'm.template_id')
    .leftJoin('users as u', 'u.id', 'm.author_id')
    .leftJoin('received_files as f', 'f.id', 'm.file_id')
    .select(['m.id', 'm.body', 'm.phone', 'm.occasion', 'm.answer_rule as rule', 'm.created_at as at'])
    .select(sql<boolean>`m.missed_at is not null`.as('isMissed'))
    .select(selectReactions(sql`m.gateway_message_id`).as('reactions'))
    .select(
      sql<ThreadEntry['kind']>`case f.kind when 'picture' then 'picture' when 'pdf' then 'document' else 'text' end`.as(
        'kind',
      ),
    )
    .select(
      sql<
        ThreadEntry['file']
      >`case when f.id is not null then json_build_object('id', case when f.content is not null then f.id end,
        'name', f.name, 'state', case when f.content is null then 'expired' else 'kept' end) end`.as('file'),
    )
    .select([shownState(sql`m`).as('state'), errorOfMessage.as('error')])
    .select(
      sql<
        ThreadEntry['source']
      >`case m.occasion when 'reply' then 'user' when 'answer' then 'rule' else 'notice' end`.as('source'),
    )
    .select(sql<string | null>`coalesce(u.full_name, t.title)`.as('author'))

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>

/** Of rules and confirmations. */
export const ruleTitles: ReadonlyMap<string, string> = new Map([
  ...answerDefaults.map(({ key, name }) => [key, name] as const),
  ['unknown', 'Número desconocido'],
  ['lost_file', 'Archivo que no se pudo abrir'],
  ['opt_out', 'Baja'],
  ['opt_in', 'Alta'],
  ['proven', 'Segundo teléfono'],
  ['signup', 'Alta de clientes'],
])

const toEntry = ({ body, phone: _, rule, author, ...row }: Omit<Row, 'occasion'>): ThreadEntry => ({
  ...row,
  author: rule === null ? author : (ruleTitles.get(rule) ?? null),
  text: body,
  seconds: null,
  voucherId: null,
  isEdited: false,
  isRevoked: false,
})

/** What stands before a moment, newest first, or after one, oldest first; `isIn` if the moment itself counts. */
export type Span = { direction: 'back' | 'forth'; at: string | null; isIn: boolean; limit: number }

export function readSpan({ direction, at, isIn, limit }: Span, moment: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  const isBack = direction === 'back'
  const sign = isBack ? (isIn ? sql`<=` : sql`<`) : sql`>`
  return {
    where: at === null ? sql<SqlBool>`true` : sql<SqlBool>`${moment} ${sign} ${at}::timestamptz`,
    order: isBack
      ? sql`order by ${moment} desc, ${id} desc limit ${sql.lit(limit)}`
      : sql`order by ${moment}, ${id} limit ${sql.lit(limit)}`,
  }
}

/** In the order of the span. */
export async function readSentEntries(
  db: Db,
  { conversationId, clientId }: Chat,
  { direction, at, isIn, limit }: Span,
): Promise<ThreadEntry[]> {
  const order = direction === 'back' ? 'desc' : 'asc'
  const rows = await selectEntries(db)
    .where((where) =>
      where.or([
        where('m.conversation_id', '=', conversationId),
        ...(clientId === null ? [] : [where('m.client_id', '=', clientId)]),
      ]),
    )
    .$if(at !== null, (sent) => sent.where('m.created_at', direction === 'forth' ? '>' : isIn ? '<=' : '<', at ?? ''))
    .orderBy('m.created_at', order)
    .orderBy('m.id', order)
    .limit(limit)
    .execute()
  return (await renderWaiting(db, rows)).map(toEntry)
}

export async function getSentEntry(db: Db, id: string): Promise<ThreadEntry> {
  const { occasion: _, ...row } = await selectEntries(db).where('m.id', '=', id).executeTakeFirstOrThrow()
  return toEntry(row)
}
