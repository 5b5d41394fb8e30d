import type { Charge } from '@casillero/shared/contract/charges'
import type { InvoiceDraft } from '@casillero/shared/contract/invoices'
import {
  type ChargeCurrency,
  type ChargePrice,
  computeCharge,
  dollars,
  isAdvance,
  isTyped,
  listStandingCharges,
  type StandingCharge,
  totalCharge,
  type WaitingCharge,
} from '@casillero/shared/domain/charges'
import { toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { fieldError } from '../../../platform/errors.ts'
import type { CurrencyNow } from '../payments/payment-values.ts'
import type { BillablePackage } from './billable-packages.ts'

/** A waived charge counts nothing. */
export type MadeCharge = ChargePrice & {
  charge: Charge
  packageId: string | null
  currency: ChargeCurrency
  isAdvance: boolean
  declaredValue: number | null
  total: number
  /** Null if the price was not lowered. */
  fullTotal: number | null
  isWaived: boolean
  waiverReason: string | null
}

type Place = { chargeId: string; packageId: string | null }
const buildKey = ({ chargeId, packageId }: Place): string => `${chargeId} ${packageId ?? ''}`
const getPlace = ({ charge, packageId }: StandingCharge): Place => ({ chargeId: charge.id, packageId })

type Parts = {
  charges: Charge[]
  packages: BillablePackage[]
  waiting: WaitingCharge[]
  currency: CurrencyNow
  findCurrency: (id: string, field: string) => CurrencyNow
}

type Added = InvoiceDraft['charges'][number]
type Waiver = InvoiceDraft['waivedCharges'][number] & { index: number }
type CountedCharge = ChargePrice & { charge: Charge; packageId: string | null; currency: ChargeCurrency }

function priceAdded(added: Added, field: string, charge: Charge, parts: Parts, draft: InvoiceDraft) {
  const one = parts.packages.find(({ id }) => id === added.packageId) ?? null
  const isMisplaced = charge.kind === 'per_invoice' ? one !== null : one === null && !isTyped(charge)
  if (isMisplaced || (added.packageId !== null && one === null))
    throw fieldError('charge_not_countable', `${field}.packageId`, { name: charge.name })
  if (isTyped(charge)) {
    if (added.amount == null) throw fieldError('charge_amount_required', `${field}.amount`)
    const currency = parts.findCurrency(added.currencyId ?? draft.currencyId, `${field}.currencyId`)
    return { quantity: 1, unitPrice: added.amount, currency }
  }
  const price = computeCharge(charge, one)
  if (price === null) throw fieldError('charge_not_countable', `${field}.chargeId`, { name: charge.name })
  return { ...price, currency: dollars }
}

/** Includes automatic and waiting charges, waived or not, and added ones. docs/product/charges.md, "On an invoice". */
export function buildCharges(draft: InvoiceDraft, parts: Parts): MadeCharge[] {
  const complete = (line: CountedCharge): MadeCharge => ({
    ...line,
    isAdvance: isAdvance(line.charge),
    declaredValue:
      line.charge.kind === 'percent_of_value'
        ? (parts.packages.find(({ id }) => id === line.packageId)?.declaredValue ?? null)
        : null,
    total: toWire(totalCharge({ ...line, isAdvance: isAdvance(line.charge) }, parts.currency)),
    fullTotal: null,
    isWaived: false,
    waiverReason: null,
  })
  const waive = (made: MadeCharge, { reason, amount, index }: Waiver): MadeCharge => {
    const field = `waivedCharges.${index}`
    if (made.charge.asksReason && reason === null)
      throw fieldError('charge_reason_required', `${field}.reason`, { name: made.charge.name })
    if (amount == null) return { ...made, isWaived: true, waiverReason: reason }
    if (made.charge.kind !== 'storage' || amount >= made.total)
      throw fieldError('charge_not_lowered', `${field}.amount`, {
        total: formatMoney(made.total, parts.currency.symbol),
      })
    const lowered = { quantity: 1, unitPrice: amount, total: amount, currency: parts.currency }
    return { ...made, ...lowered, fullTotal: made.total, waiverReason: reason }
  }
  const byId = new Map(parts.charges.map((charge) => [charge.id, charge]))
  const standing = listStandingCharges(parts.charges, parts.packages, parts.waiting)
  const waivers = new Map(draft.waivedCharges.map((waiver, index) => [buildKey(waiver), { ...waiver, index }]))
  const taken = new Set(standing.map((placed) => buildKey(getPlace(placed))))
  for (const [key, { index }] of waivers)
    if (!taken.has(key)) throw fieldError('reference_not_found', `waivedCharges.${index}.chargeId`)
  const own = standing.map((placed) => {
    const waiver = waivers.get(buildKey(getPlace(placed)))
    const charge = byId.get(placed.charge.id)
    if (!charge) throw new Error('A charge applies that is not one of the company’s')
    const made = complete({ ...placed, charge })
    return waiver ? waive(made, waiver) : made
  })
  const added = draft.charges.map((line, index) => {
    const field = `charges.${index}`
    const charge = byId.get(line.chargeId)
    if (!charge) throw fieldError('reference_not_found', `${field}.chargeId`)
    if (!isTyped(charge) && taken.has(buildKey(line)))
      throw fieldError('charge_repeated', `${field}.chargeId`, { name: charge.name })
    taken.add(buildKey(line))
    const price = priceAdded(line, field, charge, parts, draft)
    return complete({ ...price, charge, packageId: line.packageId })
  })
  // A charge below one cent makes no line.
  return [...own, ...added].filter(({ unitPrice, quantity }) => unitPrice > 0 && quantity > 0)
}
