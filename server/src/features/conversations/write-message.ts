import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatKind, ChatMessage } from '../../platform/whatsapp/gateway.ts'
import { type KnownMessage, mergeMessage, type Said } from './merge-message.ts'

/** `isNews`: there is something new to answer. */
export type WrittenMessage = {
  id: string
  conversationId: string
  kind: ChatKind
  text: string
  isEdited: boolean
  writtenAt: string
  isNews: boolean
}

const longestBody = 20_000
const now = sql<string>`clock_timestamp()`
const clip = (text: string, most: number) => [...text.toWellFormed().replaceAll('\0', '')].slice(0, most).join('')
const toInstant = (moment: number): string => new Date(moment).toISOString()
const toInstantOrNull = (moment: number | null) => (moment === null ? null : toInstant(moment))
const toMoment = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

async function lockMessage(
  db: Db,
  gatewayId: string,
  isOwn: boolean,
): Promise<(KnownMessage & { id: string; fileState: string | null }) | undefined> {
  const row = await db
    .selectFrom('conversation_messages')
    .select(['id', 'kind', 'body', 'file_state', 'written_at', 'edited_at', 'revoked_at', 'waits_from'])
    .where('gateway_message_id', '=', gatewayId)
    .where('is_own', '=', isOwn)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    kind: row.kind,
    text: row.body,
    fileState: row.file_state,
    writtenAt: Date.parse(row.written_at),
    editedAt: toMoment(row.edited_at),
    isRevoked: row.revoked_at !== null,
    waitsFrom: toMoment(row.waits_from),
  }
}

/** Of a file, and of the length of audio. */
function storeContent({ seconds, file }: ChatMessage, hasFile: boolean) {
  const length = seconds === null ? {} : { seconds: Math.max(0, Math.round(seconds)) }
  if (file === null || hasFile) return length
  const isFetched = file.path !== null
  return {
    ...length,
    file_name: file.name ? clip(file.name, 120) : null,
    file_path: file.path,
    file_state: isFetched ? ('fetching' as const) : ('lost' as const),
    fetch_at: isFetched ? now : null,
  }
}

/** It was not to be had when its message came first. */
async function fetchAfterAll(db: Db, id: string, path: string): Promise<void> {
  await db
    .updateTable('conversation_messages')
    .set({ file_path: path, file_state: 'fetching', fetch_at: now })
    .where('id', '=', id)
    .execute()
}

/** Null where the event says nothing new. */
export async function writeMessage(
  db: Db,
  conversationId: string,
  message: ChatMessage,
  event: Pick<Said, 'says' | 'isOwn' | 'at'>,
): Promise<WrittenMessage | null> {
  const gatewayId = message.edits ?? message.messageId
  const known = await lockMessage(db, gatewayId, event.isOwn)
  const path = message.file?.path
  // A list brings a file that was lost again and again.
  if (known?.fileState === 'lost' && path != null && !path.startsWith('#')) await fetchAfterAll(db, known.id, path)
  const said = { ...event, kind: message.kindOfMessage, text: clip(message.text, longestBody) }
  const merged = mergeMessage(known, said)
  if (merged === null) return null
  const { kind, text, writtenAt, editedAt, isNews } = merged
  const values = {
    kind,
    body: text,
    search_text: searchText(text),
    written_at: toInstant(writtenAt),
    edited_at: toInstantOrNull(editedAt),
    waits_from: toInstantOrNull(merged.waitsFrom),
    ...(event.says === 'deletion' ? { revoked_at: now } : {}),
    ...storeContent(message, known !== undefined && known.fileState !== null),
  }
  const place = { conversation_id: conversationId, gateway_message_id: gatewayId, is_own: event.isOwn }
  const row = known
    ? await db
        .updateTable('conversation_messages')
        .set(values)
        .where('id', '=', known.id)
        .returning(['id', 'conversation_id as conversationId'])
        .executeTakeFirst()
    : await db
        .insertInto('conversation_messages')
        .values({ ...place, ...values })
        .onConflict((same) => same.columns(['company_id', 'gateway_message_id']).doNothing())
        .returning(['id', 'conversation_id as conversationId'])
        .executeTakeFirst()
  return row ? { ...row, kind, text, isEdited: editedAt !== null, writtenAt: values.written_at, isNews } : null
}
