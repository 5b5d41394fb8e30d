import { isPlainWish } from '@casillero/shared/domain/plain-question'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { applyEvent } from '../whatsapp/apply-event.ts'
import type { Wish } from '../whatsapp/read-wish.ts'
import { answerByRule } from './answer-by-rule.ts'
import { type KeptMessage, keepMessage } from './keep-message.ts'
import { attendMessage, settle } from './waiting.ts'

/** A client who writes again so soon was not helped by the answer. */
const answeredForMs = 10 * 60_000

/** It waits for a person unless the answer is enough. */
async function respond(db: Db, kept: KeptMessage, message: ChatMessage, wish: Wish): Promise<void> {
  const { id, conversationId, answeredAt } = kept
  const { isAnswered, isEnough: helps } = await answerByRule(db, kept, message, wish)
  if (isAnswered)
    await db
      .updateTable('conversations')
      .set({ answered_at: sql<string>`clock_timestamp()` })
      .where('id', '=', conversationId)
      .execute()
  const isAgain = answeredAt !== null && Date.now() - Date.parse(answeredAt) < answeredForMs
  const isPlain = wish === 'in' || wish === 'out' ? isPlainWish(kept.text) : isAnswered && helps && !isAgain
  const isEnough = isPlain || kept.isProof
  // A file has to be looked at, and so has a message whose first text said something else.
  if (isEnough && kept.kind === 'text' && !kept.isEdited) await attendMessage(db, id)
  await settle(db, conversationId)
}

/**
 * Once: what is written is kept, answered where a rule fits, and waits for a person otherwise.
 * docs/product/conversations.md, "What is kept".
 */
export const receiveEvent = (db: Db, event: GatewayEvent, isFresh = true): Promise<void> =>
  applyEvent(db, event, isFresh, { keep: keepMessage, respond })
