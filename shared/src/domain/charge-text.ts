import type { ChargeKind } from './charges.ts'
import { computePercent, divideRounded, exact, isBelow, roundToCents, times, toWire } from './money.ts'
import { formatMoney, formatWeight } from './money-format.ts'

/** Says what the share comes to when it is not that of the value: begun hundreds, or a minimum. */
function formatShare(percentage: number, value: number, unitPrice: number): string {
  const share = (of: number) => toWire(roundToCents(computePercent(exact(of), exact(percentage))))
  if (unitPrice === share(value)) return `${percentage}% de ${formatMoney(value)}`
  const hundreds = toWire(times(divideRounded(exact(value), exact(100), 0, 'up'), exact(100)))
  if (unitPrice === share(hundreds)) return `${percentage}% de ${formatMoney(hundreds)} (centenas)`
  return isBelow(exact(share(value)), exact(unitPrice))
    ? `${percentage}% de ${formatMoney(value)}, mínimo ${formatMoney(unitPrice)}`
    : `${percentage}% de ${formatMoney(value)}`
}

export function formatChargeBasis(line: {
  kind: ChargeKind
  quantity: number
  /** US$, in the charge's own currency if it was typed. */
  unitPrice: number
  percentage: number | null
  declaredValue: number | null
  days: number | null
}): string {
  switch (line.kind) {
    case 'per_package':
      return 'por paquete'
    case 'per_pound':
      return `por libra · ${formatWeight(line.quantity)}`
    case 'percent_of_value':
      return formatShare(line.percentage ?? 0, line.declaredValue ?? 0, line.unitPrice)
    case 'per_invoice':
      return 'de la factura'
    case 'free':
      return ''
    case 'advance':
      return 'pagado por su cuenta'
    case 'storage': {
      const days = line.days === 1 ? '1 día' : `${line.days ?? 0} días`
      return line.quantity === 1 ? days : `${days} · ${formatWeight(line.quantity)}`
    }
    default:
      return line.kind satisfies never
  }
}

/** `Quitado: Promoción`, `Bajado de C$184.00`. */
export function formatWaiver(waiver: { fullTotal: number | null; reason: string | null }, symbol: string): string {
  const { fullTotal, reason } = waiver
  const what = fullTotal === null ? 'Quitado' : `Bajado de ${formatMoney(fullTotal, symbol)}`
  return reason ? `${what}: ${reason}` : what
}

export const chargeKindNames: Record<ChargeKind, string> = {
  per_package: 'Por paquete',
  per_pound: 'Por libra cobrada',
  percent_of_value: '% del valor declarado',
  per_invoice: 'Por factura',
  free: 'Monto libre',
  advance: 'Adelanto por el cliente',
  storage: 'Por día de espera',
}
