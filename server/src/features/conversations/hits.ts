import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll } from '../../platform/database/list.ts'
import { requireConversation } from './repliers.ts'

/** What was written in a chat by the client, by staff and for staff, with all the words: `id`, `text`, `at`. */
export function selectHits(conversationId: RawBuilder<unknown>, patterns: string[]): RawBuilder<unknown> {
  const hasAll = (column: RawBuilder<string>) => matchesAll(column, patterns)
  return sql`
    select m.id, m.body as text, m.written_at as at from conversation_messages m
    where m.conversation_id = ${conversationId} and ${hasAll(sql`m.search_text`)}
    union all
    select r.id, r.body, r.created_at from messages r
    where r.conversation_id = ${conversationId} and ${hasAll(sql`r.search_text`)}
    union all
    select n.id, n.body, n.created_at from conversation_notes n
    where n.conversation_id = ${conversationId} and ${hasAll(sql`n.search_text`)}`
}

const most = 200

/** Newest first. Throws `not_found`. docs/product/conversations.md, "Search". */
export async function listHits(db: Db, id: string, search: string): Promise<{ id: string; at: string }[]> {
  await requireConversation(db, id)
  const patterns = searchPatterns(search)
  if (patterns.length === 0) return []
  const { rows } = await sql<{ id: string; at: string }>`
    select h.id, h.at from (${selectHits(sql`${id}::uuid`, patterns)}) h
    order by h.at desc, h.id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}
