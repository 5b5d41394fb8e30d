import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { applyEvent } from '../whatsapp/apply-event.ts'
import type { Wish } from '../whatsapp/read-wish.ts'
import { answerByRule } from './answer-by-rule.ts'
import { type KeptMessage, keepMessage, letWait } from './keep-message.ts'
import { isAnsweredOnPhone } from './phone-answers.ts'

/** A client who writes again so soon after an answer was not helped by it. */
const answeredForMs = 10 * 60_000

/** Answers what a client wrote, and has it wait for a person unless the answer is enough, or was given on the phone. */
async function respond(db: Db, kept: KeptMessage, message: ChatMessage, wish: Wish): Promise<void> {
  if (wish !== 'in' && wish !== 'out' && (await isAnsweredOnPhone(db, kept.id))) return
  const { isAnswered, isEnough: helps } = await answerByRule(db, kept, message, wish)
  const isAgain = kept.answeredAt !== null && Date.now() - Date.parse(kept.answeredAt) < answeredForMs
  const isEnough = (isAnswered && helps && !isAgain) || wish === 'in' || wish === 'out' || kept.isProof
  if (isAnswered)
    await db
      .updateTable('conversations')
      .set({ answered_at: sql<string>`clock_timestamp()` })
      .where('id', '=', kept.conversationId)
      .execute()
  if (!isEnough) await letWait(db, kept.conversationId)
}

/**
 * Applies an event of the gateway once: the connection's and the acknowledgements' as ever, and what is written in a chat is kept,
 * answered where a rule fits, and waits for a person otherwise.
 * docs/product/conversations.md, "What is kept".
 */
export const receiveEvent = (db: Db, event: GatewayEvent, isFresh = true): Promise<void> =>
  applyEvent(db, event, isFresh, { keep: keepMessage, respond })
