import type { Db } from '../../platform/database/database.ts'
import type { ChatMessage } from '../../platform/whatsapp/gateway.ts'
import { answerMessage } from '../auto-answers/answer-message.ts'
import { confirmWish } from '../auto-answers/confirm-wish.ts'
import { enqueueReply } from '../messages/enqueue-reply.ts'
import type { Wish } from '../whatsapp/read-wish.ts'
import type { KeptMessage } from './keep-message.ts'
import { isTalking } from './phone-answers.ts'

/** `isEnough`: no person has to look besides. */
type ByRule = { isAnswered: boolean; isEnough: boolean }

const nothing: ByRule = { isAnswered: false, isEnough: false }

const proven = { rule: 'proven', text: 'Listo: ya puede escribirnos desde este número.' } as const

async function chooseAnswer(db: Db, kept: KeptMessage, { at }: ChatMessage, wish: Wish) {
  const { conversationId, clientId, isShared, isProof, text, kind, writtenAt } = kept
  if (isProof) return proven
  if (wish === 'near') return null
  if (wish !== 'none')
    return clientId === null && !isShared ? null : await confirmWish(db, { conversationId, clientId, wish })
  // Which of the clients writes, a person says; an event without content asks for nothing.
  if (isShared || (kind === 'other' && text === '')) return null
  if (await isTalking(db, conversationId, writtenAt)) return null
  return await answerMessage(db, { conversationId, clientId, text, kindOfMessage: kind, at })
}

/** Also confirms that notices end or begin again. docs/product/auto-answers.md, "Limits". */
export async function answerByRule(db: Db, kept: KeptMessage, message: ChatMessage, wish: Wish): Promise<ByRule> {
  const { phone } = await db
    .selectFrom('conversations')
    .select('phone')
    .where('id', '=', kept.conversationId)
    .executeTakeFirstOrThrow()
  const answer = phone === null ? null : await chooseAnswer(db, kept, message, wish)
  if (phone === null || answer === null) return nothing
  const { id, conversationId, clientId } = kept
  const written = await enqueueReply(db, {
    ...{ eventKey: `answer:${id}`, occasion: 'answer', rule: answer.rule },
    ...{ conversationId, clientId, phone, text: answer.text },
  })
  return written === null ? nothing : { isAnswered: true, isEnough: 'isEnough' in answer ? answer.isEnough : true }
}
