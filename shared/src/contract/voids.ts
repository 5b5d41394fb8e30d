import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint, flag } from './endpoint.ts'
import { paymentMethod } from './payments.ts'
import { id, text } from './schema.ts'

const money = { currencyId: id, symbol: z.string(), amount: z.number() }

/** The effects of voiding an invoice, before it is voided. */
export const voidPreview = z.object({
  /** The amounts that become credit of the client where what was paid is kept. */
  credit: z.array(z.object(money)),
  /** Where it is given back: the cash that is handed out, in coins that there are. */
  cash: z.array(z.object(money)),
  /** The amounts that the bank gives back. */
  bank: z.array(z.object({ ...money, method: paymentMethod })),
  /** The credit that was used, and is the client's again. */
  usedCredit: z.array(z.object(money)),
  /** True if parts of a collection paid it, which are not given back by a void. */
  isOfCollection: z.boolean(),
  /** The hand-overs that its packages left with; `otherCount` packages of each are on no line of this invoice. */
  handovers: z.array(z.object({ id, companyHandoverId: z.number(), packageCount: z.number(), otherCount: z.number() })),
  /** The dispatch that its shipment left with, which is undone before. */
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
      /** The use of the paid amount; left out, it is kept as the client's credit. */
      refund: z.optional(z.enum(['credit', 'cash'], { error: 'Elija qué se hace con lo pagado' })),
      /** The bank's reference of the money that goes back. */
      reference: z.optional(text(120)),
      /** The session that cash leaves; left out, the caller's. */
      cashSessionId: z.optional(id),
      /** Undoes the hand-overs of its packages too, for those who may; left out, they stay handed over, without an invoice. */
      undoHandovers: z.optional(flag),
    }),
    reply: emptyReply,
    idempotent: true,
  }),
}
