import type { DiscountType } from '@casillero/shared/contract/packages'
import { formatMoney } from '@casillero/shared/domain/money-format'
import type { Tone } from '../../ui/display/badge.tsx'

type Label = { label: string; tone: Tone }

const invoiceLabels: ReadonlyMap<string, Label> = new Map([
  ['pending', { label: 'Pendiente', tone: 'yellow' }],
  ['paid', { label: 'Pagada', tone: 'green' }],
  ['cancelled', { label: 'Cancelada', tone: 'red' }],
])

/** Any other status reads as cancelled. */
export const invoiceDetailLabel = (status: string): Label =>
  invoiceLabels.get(status) ?? { label: 'Cancelada', tone: 'red' }

export const invoiceLabel = (status: string): Label => invoiceLabels.get(status) ?? { label: status, tone: 'grey' }

const shipmentLabels: ReadonlyMap<string, Label> = new Map([
  ['pending_payment', { label: 'Pago Pendiente', tone: 'yellow' }],
  ['paid', { label: 'Pagado', tone: 'green' }],
  ['shipped', { label: 'Enviado', tone: 'purple' }],
])

export const shipmentLabel = (status: string): Label => shipmentLabels.get(status) ?? { label: status, tone: 'grey' }

/** Empty without a discount. */
export function discountText(type: DiscountType, value: number, symbol = 'US$'): string | undefined {
  if (type === 'none' || value === 0) return undefined
  return type === 'percentage' ? `${value}%` : formatMoney(value, symbol)
}

/** `Córdoba (NIO) · C$`. */
export const currencyText = (currency: { name: string; code: string; symbol: string }): string =>
  `${currency.name} (${currency.code}) · ${currency.symbol}`

export const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
