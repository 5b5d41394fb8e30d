import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint, flag } from './endpoint.ts'
import { paymentMethod } from './payments.ts'
import { id, text } from './schema.ts'

const money = { currencyId: id, symbol: z.string(), amount: z.number() }

export const voidPreview = z.object({
  credit: z.array(z.object(money)),
  /** Cash to hand out, rounded to existing coins. */
  cash: z.array(z.object(money)),
  bank: z.array(z.object({ ...money, method: paymentMethod })),
  usedCredit: z.array(z.object(money)),
  /** A void does not refund parts of a collection. */
  isOfCollection: z.boolean(),
  /** `otherCount`: packages of the hand-over that are not on this invoice. */
  handovers: z.array(z.object({ id, companyHandoverId: z.number(), packageCount: z.number(), otherCount: z.number() })),
  /** Must be undone before the invoice is voided. */
  dispatch: z.nullable(z.object({ id, companyDispatchId: z.number(), carrier: z.string() })),
})
export type VoidPreview = z.infer<typeof voidPreview>

export const voidEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/void',
    who: 'invoices.delete',
    summary: 'What voiding an invoice would give back, and whether its packages left already; nothing is written',
    params: z.object({ id }),
    reply: dataReply(voidPreview),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/invoices/:id',
    who: 'invoices.delete',
    summary:
      'Void an invoice: its number stays, its packages can be invoiced again, what was paid is kept as credit or given back',
    params: z.object({ id }),
    query: z.object({
      /** If left out, the amount becomes the client's credit. */
      refund: z.optional(z.enum(['credit', 'cash'], { error: 'Elija qué se hace con lo pagado' })),
      reference: z.optional(text(120)),
      /** By default the caller's session. */
      cashSessionId: z.optional(id),
      /** By default the packages stay handed over, without an invoice. */
      undoHandovers: z.optional(flag),
    }),
    reply: emptyReply,
    idempotent: true,
  }),
}
