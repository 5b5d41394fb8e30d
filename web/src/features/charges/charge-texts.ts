import type { Charge } from '@casillero/shared/contract/charges'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { shippingKindName } from '../tariffs/shipping-kind.tsx'

export function priceTexts({ kind, price, minimum, isPerHundred }: Charge): { price: string; note: string } {
  if (price === null) return { price: '—', note: '' }
  if (kind !== 'percent_of_value') return { price: formatMoney(price), note: '' }
  const notes = [isPerHundred ? 'por cada US$100' : '', minimum === null ? '' : `mínimo ${formatMoney(minimum)}`]
  return { price: `${price}%`, note: notes.filter(Boolean).join(' · ') }
}

export function ruleTexts(charge: Charge, tariffs: readonly Tariff[]): { rule: string; note: string } {
  const { isAutomatic, shippingMethod, tariffIds, valueFrom } = charge
  if (!isAutomatic) return { rule: 'A mano', note: '' }
  const named = tariffIds.flatMap((id) => tariffs.find((one) => one.id === id)?.name ?? [])
  const more = tariffIds.length > 1 ? ` y ${tariffIds.length - 1} más` : ''
  const notes = [
    shippingMethod === null ? 'Aéreo y marítimo' : shippingKindName(shippingMethod),
    tariffIds.length === 0 ? '' : `Tarifas: ${named[0] ?? 'eliminada'}${more}`,
    valueFrom === null ? '' : `Si declara desde ${formatMoney(valueFrom)}`,
  ]
  return { rule: 'Solo', note: notes.filter(Boolean).join(' · ') }
}

export function describeStorage({ price, storage }: Pick<Charge, 'price' | 'storage'>): string {
  if (storage === null) return ''
  const { freeDays, isPerPound, maximum, noticeDays } = storage
  const first =
    freeDays === 0 ? 'Desde el primer día' : `${countDays(freeDays)} gratis desde «Listo para retirar», después`
  const bound = maximum === null ? '' : `, hasta ${formatMoney(maximum)}`
  const notice = noticeDays === null ? '' : ` El aviso sale ${countDays(noticeDays)} antes.`
  return `${first} ${formatMoney(price ?? 0)} por día y ${isPerPound ? 'libra' : 'paquete'}${bound}.${notice}`
}

const countDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

export const presets = [
  { name: 'Manejo', kind: 'per_package', price: 1.5 },
  { name: 'Trámite de aduana', kind: 'per_invoice', price: 3 },
  { name: 'Seguro', kind: 'percent_of_value', price: 2, minimum: 2.5 },
  { name: 'Empaque', kind: 'free', price: null },
  { name: 'Impuestos de aduana', kind: 'advance', price: null },
] as const
export type Preset = (typeof presets)[number]

export const describePreset = ({ kind, price }: Preset): string => {
  switch (kind) {
    case 'per_package':
      return `${formatMoney(price)} por paquete`
    case 'per_invoice':
      return `${formatMoney(price)} por factura`
    case 'percent_of_value':
      return `${price}% del valor declarado`
    case 'free':
      return 'Monto libre'
    case 'advance':
      return 'Lo que se paga por el cliente'
    default:
      return kind satisfies never
  }
}
