import * as z from 'zod/mini'
import { dataReply, endpoint, flag } from './endpoint.ts'
import { invoice } from './invoices.ts'
import { id, no, optionalId, optionalText, requiredText } from './schema.ts'

const cashDirection = z.enum(['in', 'out'])
const expectedCashRow = z.object({
  direction: cashDirection,
  amount: z.number(),
  currencyId: id,
  cashSessionId: z.nullable(id),
})

const money = { currencyId: id, symbol: z.string() }

export const reversalPreview = z.object({
  change: z.array(z.object({ ...money, amount: z.number() })),
  /** True if the payment is the only cash of its tender. */
  isChangeLikelyBack: z.boolean(),
  /** True if the reversal is refused unless the change came back. */
  needsChange: z.boolean(),
  cash: z.array(
    z.object({
      ...money,
      direction: cashDirection,
      amount: z.number(),
      cashSessionId: z.nullable(id),
      drawer: z.nullable(z.string()),
    }),
  ),
  /** Listed only where credit changes. */
  credit: z.array(z.object({ ...money, before: z.number(), after: z.number() })),
  invoices: z.array(z.object({ id, companyInvoiceId: z.number(), symbol: z.string(), pendingTotal: z.number() })),
  /** Used credit, by the invoice it came from. */
  debts: z.array(z.object({ companyInvoiceId: z.number(), symbol: z.string(), pendingTotal: z.number() })),
})
export type ReversalPreview = z.infer<typeof reversalPreview>

export const reversalPreviewQuery = z.object({
  changeReturned: z.optional(flag),
  cashSessionId: z.optional(id),
})

export const reversalDraft = z.object({
  reason: requiredText(200, 'Escriba el motivo'),
  /** The bank's reference of the refund. */
  reference: optionalText(120),
  /** Used if the cash's own session is closed; by default the caller's. */
  cashSessionId: optionalId,
  /** True if the tender's cash change came back to the drawer; by default it stays handed out. */
  changeReturned: no,
  /** The cash amounts on the screen; the call is refused if they changed. */
  expectedCash: z.optional(z.nullable(z.array(expectedCashRow).check(z.maxLength(200)))),
})
export type ReversalDraft = z.infer<typeof reversalDraft>

export const reversalEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/api/payments/:id/reversal',
    who: 'payments.reverse',
    summary: 'What taking a payment back would do to cash, credit and its invoice; nothing is written',
    params: z.object({ id }),
    query: reversalPreviewQuery,
    reply: dataReply(reversalPreview),
  }),
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
