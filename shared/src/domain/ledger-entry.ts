import { paymentMethodNames } from './payment-method.ts'

/** docs/product/clients.md, "Statement". */
export const ledgerKinds = [
  'invoice',
  'payment',
  'change',
  'reversed_payment',
  'reversed_change',
  'voided',
  'uncovered',
  'overpayment',
  'use',
  'void',
  'reversal',
  'adjustment',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

const names: Record<LedgerKind, string> = {
  invoice: 'Factura',
  payment: 'Pago',
  change: 'Vuelto',
  reversed_payment: 'Pago revertido',
  reversed_change: 'Vuelto revertido',
  voided: 'Factura anulada',
  uncovered: 'Saldo usado sin pago',
  overpayment: 'Vuelto que queda a favor',
  use: 'Saldo a favor usado',
  void: 'Saldo a favor por anulación',
  reversal: 'Saldo a favor por reversión',
  adjustment: 'Ajuste de saldo a favor',
}

export const nameOwnDebt = (invoice: number): string => `${names.uncovered}, de #${invoice}`

/** `Pago · Efectivo`. */
export function ledgerText({
  kind,
  method,
  invoice,
}: {
  kind: LedgerKind
  method: keyof typeof paymentMethodNames | null
  invoice: { companyInvoiceId: number } | null
}): string {
  if (kind === 'uncovered' && invoice !== null) return nameOwnDebt(invoice.companyInvoiceId)
  return method === null ? names[kind] : `${names[kind]} · ${paymentMethodNames[method]}`
}
