import type { ReadyPackage } from '@casillero/shared/contract/handovers'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { type HandoverForm, selectTicked } from './handover-form.ts'

/** The pounds of what is ticked. */
export const formatTickedWeight = (form: HandoverForm): string =>
  formatWeight(totalWeight(selectTicked(form).map(({ weight }) => weight ?? 0)))

/** Formats the payment of a package, with the number of its invoice. */
export function paymentText({ invoice }: ReadyPackage): { isPaid: boolean; text: string } {
  if (invoice === null) return { isPaid: false, text: 'Sin factura' }
  if (invoice.status === 'paid') return { isPaid: true, text: `Pagado · #${invoice.companyInvoiceId}` }
  return {
    isPaid: false,
    text: `Debe ${formatMoney(invoice.pendingTotal, invoice.symbol)} · #${invoice.companyInvoiceId}`,
  }
}

export const countText = (count: number): string => (count === 1 ? '1 paquete' : `${count} paquetes`)
