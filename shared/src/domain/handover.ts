/** Why a package stays at the counter: it is on no invoice, or on one that is not paid in full. */
export type HandoverBlock = 'not_invoiced' | 'not_paid'

/**
 * Says why a package cannot be handed over where the company asks for payment before; null where it can. An invoice that is paid in
 * part blocks all of its packages.
 * docs/product/handovers.md, "Payment before the hand-over".
 *
 * @param invoice the live invoice that the package is on
 */
export function handoverBlock(
  requiresPayment: boolean,
  invoice: { status: 'pending' | 'paid' | 'cancelled' } | null,
): HandoverBlock | null {
  if (!requiresPayment) return null
  if (!invoice || invoice.status === 'cancelled') return 'not_invoiced'
  return invoice.status === 'paid' ? null : 'not_paid'
}
