import type { Carrier, TrackingCode } from '@casillero/shared/domain/carrier-number'
import { toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatQuantity } from '@casillero/shared/domain/price-arithmetic'
import {
  computeCharged,
  computeVolumetricPounds,
  type Measures,
  type PriceRules,
} from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { parseDecimal } from '../../../ui/forms/decimal-text.ts'

const carrierNames: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  amazon: 'Amazon',
  ontrac: 'OnTrac',
  lasership: 'LaserShip',
}
/** Carriers with check digits, so that a wrong number is not taken for one of theirs. */
const checked: readonly Carrier[] = ['usps', 'ups', 'fedex', 'ontrac']

export const carrierName = (tracking: string): string | undefined => {
  const { carrier } = readTracking(tracking)
  return carrier === null ? undefined : carrierNames[carrier]
}

export function carrierText({ carrier }: TrackingCode): string {
  if (carrier === null) return 'Sin transportista conocido'
  return checked.includes(carrier) ? `${carrierNames[carrier]} · dígito correcto` : carrierNames[carrier]
}

export const unknownClient = (text: string): string => `Ningún cliente coincide con «${text}»`

export const chooseClient = ({ length }: readonly unknown[]): string =>
  length > 1 ? 'Varios clientes coinciden; elija uno' : 'Un cliente coincide en parte; elíjalo si es'

const casillero = /^[a-z]{2,5}[\s-]?\d{4,7}$/i

/** False for a mailbox number, a name or a weight. */
export function isScannedCode(text: string): boolean {
  if (casillero.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  const isMixed = /^[a-z\d-]{8,}$/i.test(text) && digits > 0 && /[a-z]/i.test(text)
  return digits >= 8 || isMixed || readTracking(text).carrier !== null
}

/** No carrier uses numbers this short. */
export const looksLikeWeight = (text: string): boolean => /^\d{1,4}([.,]\d{1,2})?$/.test(text)

const max = 9_999.99

export function readWeight(text: string): { weight: number | null; problem: string | null } {
  if (text === '') return { weight: null, problem: 'Escriba el peso' }
  const weight = parseDecimal(text)
  // A number with leading zeros is a code, or the end of one.
  if (weight === null || Number.isNaN(weight) || /^0\d/.test(text))
    return { weight: null, problem: 'Escriba el peso en libras: 4.50' }
  if (weight <= 0) return { weight: null, problem: 'El peso debe ser mayor a 0' }
  if (weight > max) return { weight: null, problem: `El máximo es ${formatMoney(max, '')}` }
  if (Number(weight.toFixed(2)) !== weight) return { weight: null, problem: 'Use como máximo 2 decimales' }
  return { weight, problem: null }
}

/** `Volumen 5.78 → cobra 6 lbs`; undefined if the measures change nothing. */
export function describeVolume(
  weight: number | null,
  measures: Measures | undefined,
  rules: PriceRules | null,
): string | undefined {
  if (rules === null || weight === null || measures === undefined) return undefined
  const charged = computeCharged(weight, measures, 1, rules)
  const quantity = charged && formatQuantity(toWire(charged.quantity), rules.unit)
  if (quantity === null) return undefined
  const divisor = rules.volumetricDivisor
  const volume = divisor ? `Volumen ${computeVolumetricPounds(measures, divisor).toFixed(2)} → ` : ''
  return `${volume}cobra ${quantity}`
}
