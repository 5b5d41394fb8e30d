import type { Db } from '../../platform/database/database.ts'
import { isDaySpent, listRecentAnswers } from './answer-limits.ts'

type Confirmation = { rule: 'opt_out' | 'opt_in'; text: string }

const confirmations = {
  out: { rule: 'opt_out', text: 'Listo: ya no le enviaremos más avisos. Escriba ALTA para volver a recibirlos.' },
  in: { rule: 'opt_in', text: 'Listo: volverá a recibir nuestros avisos. Escriba BAJA para dejar de recibirlos.' },
} as const satisfies Record<string, Confirmation>

/** Confirms each change of mind once; null if already confirmed today. docs/product/auto-answers.md, "Baja and alta". */
export async function confirmWish(
  db: Db,
  { conversationId, clientId, wish }: { conversationId: string; clientId: string | null; wish: 'in' | 'out' },
): Promise<Confirmation | null> {
  const recent = await listRecentAnswers(db, conversationId, clientId)
  const last = recent.find(({ rule }) => rule === 'opt_out' || rule === 'opt_in')
  const confirmation = confirmations[wish]
  return isDaySpent(recent) || last?.rule === confirmation.rule ? null : confirmation
}
