/** Not paid in full counts where the client has no credit, or owes more than it allows. */
export type HandoverBlock = 'not_invoiced' | 'not_paid' | 'over_credit'

/** US$; what is owed in all currencies at today's rates. */
export type CreditLine = { limit: number; used: number }

/**
 * Null where it can. An invoice that is paid in part blocks all of its packages, unless the client owes no more than the limit.
 * docs/product/handovers.md, "Payment before the hand-over".
 * @param invoice the live invoice that the package is on
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
