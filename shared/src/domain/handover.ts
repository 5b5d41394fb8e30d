/** `not_paid` needs a client without credit; `over_credit` one who owes more than their limit. */
export type HandoverBlock = 'not_invoiced' | 'not_paid' | 'over_credit'

/** US$. `used` is the debt in all currencies at today's rates. */
export type CreditLine = { limit: number; used: number }

/**
 * Null if the package may be handed over. A partly paid invoice blocks all of its packages, unless the client's debt is within the limit.
 * docs/product/handovers.md, "Payment before the hand-over".
 * @param invoice the package's live invoice
 * @param credit null for a client without credit
 */
export function findHandoverBlock(
  requiresPayment: boolean,
  invoice: { status: 'pending' | 'paid' | 'cancelled' } | null,
  credit: CreditLine | null,
): HandoverBlock | null {
  if (!requiresPayment) return null
  if (!invoice || invoice.status === 'cancelled') return 'not_invoiced'
  if (invoice.status === 'paid') return null
  if (credit === null) return 'not_paid'
  return credit.used > credit.limit ? 'over_credit' : null
}
