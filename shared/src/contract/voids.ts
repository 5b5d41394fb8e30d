import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint, flag } from './endpoint.ts'
import { paymentMethod } from './payments.ts'
import { id, text } from './schema.ts'

const money = { currencyId: id, symbol: z.string(), amount: z.number() }

export const voidPreview = z.object({
  credit: z.array(z.object(money)),
  /** Handed out, in coins that there are. */
  cash: z.array(z.object(money)),
  bank: z.array(z.object({ ...money, method: paymentMethod })),
  usedCredit: z.array(z.object(money)),
  /** Parts of a collection are not given back by a void. */
  isOfCollection: z.boolean(),
  /** `otherCount` packages of each are on no line of this invoice. */
  handovers: z.array(z.object({ id, companyHandoverId: z.number(), packageCount: z.number(), otherCount: z.number() })),
  /** It is undone before. */
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
      /** Left out, it is kept as the client's credit. */
      refund: z.optional(z.enum(['credit', 'cash'], { error: 'Elija qué se hace con lo pagado' })),
      reference: z.optional(text(120)),
      /** Left out, the caller's. */
      cashSessionId: z.optional(id),
      /** Left out, they stay handed over, without an invoice. */
      undoHandovers: z.optional(flag),
    }),
    reply: emptyReply,
    idempotent: true,
  }),
}
