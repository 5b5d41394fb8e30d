import type { HandoverDesk, ReadyPackage } from '@casillero/shared/contract/handovers'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { type HandoverForm, selectTicked } from './handover-form.ts'

export const formatTickedWeight = (form: HandoverForm): string =>
  formatWeight(totalWeight(selectTicked(form).map(({ weight }) => weight ?? 0)))

/** Includes the invoice's number. */
export function paymentText({ invoice }: ReadyPackage): { isPaid: boolean; text: string } {
  if (invoice === null) return { isPaid: false, text: 'Sin factura' }
  if (invoice.status === 'paid') return { isPaid: true, text: `Pagado · #${invoice.companyInvoiceId}` }
  return {
    isPaid: false,
    text: `Debe ${formatMoney(invoice.pendingTotal, invoice.symbol)} · #${invoice.companyInvoiceId}`,
  }
}

export const countText = (count: number): string => (count === 1 ? '1 paquete' : `${count} paquetes`)

/** Undefined if the scanned package can be ticked. */
export function scanProblem({ scanned, packages }: HandoverDesk): string | undefined {
  if (scanned === null) return 'Ningún paquete tiene ese código'
  const name = `El paquete #${scanned.companyPackageId}`
  if (scanned.companyHandoverId !== null) return `${name} ya se entregó en la entrega #${scanned.companyHandoverId}`
  if (!scanned.isReady) return `${name} no está listo para retirar: ${scanned.statusName ?? 'Sin estado'}`
  const block = packages.find(({ id }) => id === scanned.id)?.block
  if (block === 'not_invoiced') return `${name} no está facturado`
  if (block === 'not_paid') return `${name} no está pagado`
  if (block === 'over_credit') return `${name} no está pagado y el cliente pasa de su crédito`
  return undefined
}
