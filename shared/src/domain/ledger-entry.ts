import { paymentMethodNames } from './payment-method.ts'

/** The kinds of entries in a client's account. docs/product/clients.md, "Statement". */
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
  uncovered: 'Saldo a favor usado, sin pago',
  overpayment: 'Vuelto que queda a favor',
  use: 'Saldo a favor usado',
  void: 'Saldo a favor por anulación',
  reversal: 'Saldo a favor por reversión',
  adjustment: 'Ajuste de saldo a favor',
}

/** An entry as people read it: `Pago · Efectivo`. */
export function ledgerText({
  kind,
  method,
}: {
  kind: LedgerKind
  method: keyof typeof paymentMethodNames | null
}): string {
  return method === null ? names[kind] : `${names[kind]} · ${paymentMethodNames[method]}`
}
