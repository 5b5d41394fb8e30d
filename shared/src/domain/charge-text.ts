import type { ChargeKind } from './charges.ts'
import { formatMoney, formatWeight } from './money-format.ts'

export function formatChargeBasis(line: {
  kind: ChargeKind
  quantity: number
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
      return `${line.percentage ?? 0}% de ${formatMoney(line.declaredValue ?? 0)}`
    case 'per_invoice':
      return 'de la factura'
    case 'free':
      return ''
    case 'advance':
      return 'pagado por su cuenta'
    case 'storage':
      return line.days === 1 ? '1 día' : `${line.days ?? 0} días`
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
