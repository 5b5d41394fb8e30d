import * as z from 'zod/mini'
import { dataReply, endpoint } from './endpoint.ts'
import { invoice } from './invoices.ts'
import { id, optionalId, optionalText, requiredText } from './schema.ts'

export const reversalDraft = z.object({
  reason: requiredText(200, 'Escriba el motivo'),
  /** What the bank calls the money that goes back. */
  reference: optionalText(120),
  /** The session that the cash leaves where its own is closed; left out, the caller's. */
  cashSessionId: optionalId,
})
export type ReversalDraft = z.infer<typeof reversalDraft>

export const reversalEndpoints = {
  reverse: endpoint({
    method: 'POST',
    path: '/api/payments/:id/reverse',
    who: 'payments.reverse',
    summary: 'Take a payment back: it stays, struck through, and its invoice is pending again',
    params: z.object({ id }),
    body: reversalDraft,
    reply: dataReply(invoice),
    idempotent: true,
  }),
}
