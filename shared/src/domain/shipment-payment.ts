import { type CreditLine, findHandoverBlock } from './handover.ts'

/** The company's rules for unpaid shipments. */
export type DispatchRules = { requiresPayment: boolean; allowsCashOnDelivery: boolean }

/**
 * `blocked` must be paid before it leaves. docs/product/dispatches.md, "Payment".
 * @param credit null for a client without credit
 */
export function decideShipmentPayment(
  { requiresPayment, allowsCashOnDelivery }: DispatchRules,
  invoice: { status: 'pending' | 'paid' | 'cancelled' },
  credit: CreditLine | null,
): 'paid' | 'credit' | 'collect' | 'unpaid' | 'blocked' {
  if (invoice.status === 'paid') return 'paid'
  if (credit !== null && findHandoverBlock(true, invoice, credit) === null) return 'credit'
  if (allowsCashOnDelivery) return 'collect'
  return findHandoverBlock(requiresPayment, invoice, credit) === null ? 'unpaid' : 'blocked'
}
