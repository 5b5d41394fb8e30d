import type { Db } from '../../platform/database/database.ts'
import type { ChatMessage } from '../../platform/whatsapp/gateway.ts'
import type { Wish } from '../whatsapp/read-wish.ts'
import type { KeptMessage } from './keep-message.ts'

/** Answers what a client wrote where a rule of the company fits; says whether it did. */
export async function answerByRule(_db: Db, _kept: KeptMessage, _message: ChatMessage, _wish: Wish): Promise<boolean> {
  return false
}
