import { randomUUID } from 'node:crypto'
import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import type { Party } from '../../platform/database/fair-turns.ts'
import { fieldError } from '../../platform/errors.ts'
import type { Once } from '../../platform/http/answer-once.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { mostReceivedBytes, readReceivedFile } from '../../platform/http/received-file.ts'
import type { UploadedFile } from '../../platform/http/upload.ts'
import { requireFileRoom, storeFile } from '../received-files/received-files.ts'
import { requireAnswerable } from './repliers.ts'
import { replyTo } from './update-conversation.ts'

type FileReply = {
  text: string | null
  lastSeenReplyId?: string | null | undefined
  content?: string | undefined
  file: UploadedFile | null
}

type Serving = { once: Once<ThreadEntry>; party: Party }

/**
 * Draws the picture between two transactions. Throws `file_not_usable`, `no_file_room` and as `replyTo`.
 * docs/product/conversations.md, "Sending files".
 */
export async function replyWithFile(
  asCaller: AsCaller,
  id: string,
  { text, lastSeenReplyId, content = '', file: sent }: FileReply,
  { once, party }: Serving,
): Promise<ThreadEntry> {
  await asCaller(async (db) => {
    await requireAnswerable(db, id)
    await requireFileRoom(db)
  })
  if (sent && sent.size > mostReceivedBytes) throw fieldError('file_not_usable', 'file')
  const file = await readReceivedFile(party, sent ? await sent.read() : Buffer.from(content, 'base64'))
  return await asCaller((db, session) =>
    once(db, async () => {
      // Without a client: what staff send does not count among what the client sends.
      const fileId = await storeFile(db, { clientId: null, name: sent?.name ?? null, file })
      return await replyTo(db, id, { text: text ?? '', fileId, key: randomUUID(), lastSeenReplyId }, session)
    }),
  )
}
