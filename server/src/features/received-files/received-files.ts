import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { findAudioType, type ReceivedFile } from '../../platform/http/received-file.ts'
import { plainName } from '../../platform/http/upload.ts'

const longestName = 120

/** `name` is the sender's name for it. */
type NewFile = { clientId: string | null; name: string | null; file: ReceivedFile }

/** docs/product/vouchers.md, "Files". */
export async function storeFile(db: Db, { clientId, name, file }: NewFile): Promise<string> {
  const { kind, content, digest } = file
  const { id } = await db
    .insertInto('received_files')
    .values({
      client_id: clientId,
      kind,
      name: name === null ? null : plainName(name).slice(-longestName),
      digest,
      content,
      bytes: content.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the files of a client and of a chat, or for staff of the company alone. */
export async function hasFileRoom(
  db: Db,
  { clientId = null, conversationId = null }: { clientId?: string | null; conversationId?: string | null } = {},
): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select has_file_room(${clientId}, ${conversationId}) as "hasRoom"`.execute(db)
  return rows[0]?.hasRoom === true
}

/** Asked before a file is drawn. Throws `no_file_room`. docs/product/vouchers.md, "Files". */
export async function requireFileRoom(db: Db, sender?: { clientId: string }): Promise<void> {
  if (!(await hasFileRoom(db, sender))) throw new AppError('no_file_room')
}

/** A picture is shown, a voice message played, a PDF only downloaded. docs/product/vouchers.md, "Files". */
export async function getFile(db: Db, id: string): Promise<FileOrder> {
  const row = await db.selectFrom('received_files').select(['kind', 'content']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  if (row.content === null) throw new AppError('file_expired')
  const { kind, content } = row
  if (kind === 'audio') {
    const type = findAudioType(content) ?? 'audio/ogg'
    return { fileName: `audio-${id}.${type.slice('audio/'.length)}`, type, content }
  }
  return kind === 'pdf'
    ? { fileName: `archivo-${id}.pdf`, type: 'application/pdf', isDownload: true, content }
    : { fileName: `archivo-${id}.webp`, type: 'image/webp', content }
}
