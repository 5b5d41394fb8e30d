import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readSpan, type Span } from '../messages/queue/sent-entries.ts'
import { requireConversation } from './repliers.ts'

const columns = sql`
  n.id, 'note' as source, u.full_name as author, 'text' as kind, n.body as text, null as seconds, null as file, null as state,
  null as error, null as "voucherId", false as "isMissed", n.created_at as at, false as "isEdited", false as "isRevoked",
  array[]::text[] as reactions`

const from = sql`conversation_notes n join users u on u.id = n.author_id`

export async function readNotes(db: Db, id: string, span: Span): Promise<ThreadEntry[]> {
  const { where, order } = readSpan(span, sql`n.created_at`, sql`n.id`)
  const { rows } = await sql<ThreadEntry>`
    select ${columns} from ${from} where n.conversation_id = ${id} and ${where} ${order}`.execute(db)
  return rows
}

/** Throws `not_found`. docs/product/conversations.md, "Notes and whom it is for". */
export async function addNote(db: Db, id: string, body: string): Promise<ThreadEntry> {
  await requireConversation(db, id)
  const note = await db
    .insertInto('conversation_notes')
    .values({ conversation_id: id, body, search_text: searchText(body) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<ThreadEntry>`select ${columns} from ${from} where n.id = ${note.id}`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error('A row that was just inserted is there')
  return entry
}
