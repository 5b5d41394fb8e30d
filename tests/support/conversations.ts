import { randomUUID } from 'node:crypto'
import type { AnswerKey } from '@casillero/shared/domain/auto-answers'
import { receiveEvent } from '../../server/src/features/conversations/receive-event.ts'
import { storeFile } from '../../server/src/features/received-files/received-files.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { readReceivedFile } from '../../server/src/platform/http/received-file.ts'
import type { ChatMessage } from '../../server/src/platform/whatsapp/gateway.ts'
import { greyPng } from '../../tools/grey-png.ts'
import type { Actor } from './actor.ts'
import type { World } from './world.ts'

/** Makes a message of a chat as the gateway brings it, by default a text of the shop's client. */
export const writeChat = (values: Partial<ChatMessage> = {}): ChatMessage => ({
  messageId: `3A${randomUUID().slice(0, 8)}`,
  phone: '50586904417',
  alias: null,
  edits: null,
  name: 'Ana',
  at: new Date().toISOString(),
  kindOfMessage: 'text',
  text: '¿Me lo guarda hasta el lunes?',
  seconds: null,
  file: null,
  ...values,
})

/** Receives a message of a chat, by default one that a client wrote, and gives its conversation. */
export async function receiveChat(
  database: Database,
  companyId: string,
  values: Partial<ChatMessage> = {},
  kind: 'incoming' | 'written' = 'incoming',
): Promise<string> {
  const message = writeChat(values)
  return await database.asUser({ companyId, userId: '' }, async (db) => {
    await receiveEvent(db, { id: `evt_${randomUUID()}`, kind, ...message })
    const { id } = await db
      .selectFrom('conversations')
      .select('id')
      .where(message.phone === null ? 'alias' : 'phone', '=', message.phone ?? message.alias)
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Turns these rules of “Respuestas” on, by default all, and the others off. */
export async function turnOnAnswers({ admin }: { admin: Actor }, isOn = (_: AnswerKey) => true): Promise<void> {
  const { data } = await admin.ok('GET /api/auto-answers')
  const answers = data.answers.map(({ key, words, content }) => ({ key, words, content, isOn: isOn(key) }))
  await admin.ok('PUT /api/auto-answers', { body: { answers, version: data.version } })
}

/** Lets time pass for what was written and answered in the chats of a company: `1 minute`. */
export async function letPass(world: World, companyId: string, time: string): Promise<void> {
  for (const [table, columns] of [
    ['messages', ['created_at']],
    ['conversation_messages', ['created_at', 'written_at', 'edited_at', 'waits_from']],
    ['conversations', ['answered_at', 'last_incoming_at']],
  ] as const) {
    const earlier = columns.map((column) => `${column} = ${column} - $2::interval`)
    await world.owner.query(`update ${table} set ${earlier} where company_id = $1`, [companyId, time])
  }
}

/** Receives a picture in a chat, which was fetched from the gateway, and gives its conversation and its file. */
export async function receiveChatFile(
  database: Database,
  companyId: string,
  values: Partial<ChatMessage> = {},
): Promise<{ id: string; fileId: string }> {
  const file = { path: '/api/files/x/y.png', name: null }
  const picture = { kindOfMessage: 'picture', text: 'Mi comprobante', file } as const
  const id = await receiveChat(database, companyId, { ...picture, ...values })
  return await database.asUser({ companyId, userId: '' }, async (db) => {
    const stored = {
      clientId: null,
      name: null,
      file: await readReceivedFile({ company: 'any', rank: 'client', origin: 'any' }, greyPng(60, 80)),
    }
    const fileId = await storeFile(db, stored)
    await db
      .updateTable('conversation_messages')
      .set({ file_state: 'kept', file_path: null, fetch_at: null, file_id: fileId })
      .where('conversation_id', '=', id)
      .where('file_state', '=', 'fetching')
      .execute()
    return { id, fileId }
  })
}
