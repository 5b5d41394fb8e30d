import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatChargeBasis } from '@casillero/shared/domain/charge-text'
import {
  type ChargeCurrency,
  type ChargeLine,
  computeCharge,
  dollars,
  isAdvance,
  isTyped,
  listStandingCharges,
  totalCharge,
  type WaitingCharge,
} from '@casillero/shared/domain/charges'
import { toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { daysSince } from '../../../lib/waiting.ts'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import type { AddedCharge, InvoiceForm, Waiver } from '../form/invoice-form-state.ts'

export type ChargeRow = ChargeLine & {
  /** The key of the charge's waiver, where it applies automatically. */
  key: string
  charge: Charge
  packageId: string | null
  /** `por paquete · US$1.50`. */
  detail: string
  total: number
  /** Undefined while the charge counts in full. */
  waiver: Waiver | undefined
  /** The total before the charge was lowered, else the total. */
  fullTotal: number
  /** Undefined for an automatic charge. */
  added: AddedCharge | undefined
}

/** Includes every package, ticked or not. */
export type ChargeRows = { byPackage: ReadonlyMap<string, readonly ChargeRow[]>; own: readonly ChargeRow[] }

export const noCharges: ChargeRows = { byPackage: new Map(), own: [] }

export const buildChargeKey = (chargeId: string, packageId: string | null): string => `${chargeId} ${packageId ?? ''}`

type Part = {
  charge: Charge
  one: CourierPackage | null
  quantity: number
  unitPrice: number
  days?: number | undefined
  currency: Currency | ChargeCurrency
}

function buildRow(part: Part, invoiceCurrency: Currency, more: Pick<ChargeRow, 'key' | 'waiver' | 'added'>): ChargeRow {
  const { charge, one, quantity, unitPrice, currency } = part
  const isShare = charge.kind === 'percent_of_value'
  const line = { quantity, unitPrice, currency, isAdvance: isAdvance(charge) }
  const basis = formatChargeBasis({
    kind: charge.kind,
    quantity,
    unitPrice,
    percentage: isShare ? charge.price : null,
    declaredValue: isShare ? (one?.declaredValue ?? null) : null,
    days: part.days ?? null,
  })
  const price = isTyped(charge) ? '' : formatMoney(unitPrice)
  const fullTotal = toWire(totalCharge(line, invoiceCurrency))
  const row = {
    ...line,
    ...more,
    charge,
    packageId: one?.id ?? null,
    detail: [basis, price].filter(Boolean).join(' · '),
    total: fullTotal,
    fullTotal,
  }
  const amount = more.waiver?.amount ?? null
  return amount === null ? row : { ...row, quantity: 1, unitPrice: amount, currency: invoiceCurrency, total: amount }
}

/** A lowered charge still counts, so it is not taken off. */
export const isTakenOff = ({ waiver }: Pick<ChargeRow, 'waiver'>): boolean => waiver?.amount === null

const groupRows = (rows: readonly ChargeRow[]): ChargeRows => ({
  byPackage: Map.groupBy(
    rows.filter(({ packageId }) => packageId !== null),
    ({ packageId }) => packageId ?? '',
  ),
  own: rows.filter(({ packageId }) => packageId === null),
})

/** Lists automatic and waiting charges as the server will. */
export function listStandingRows(
  form: Pick<InvoiceForm, 'packages' | 'ticked' | 'waivers'>,
  { charges, waiting }: { charges: readonly Charge[]; waiting: readonly WaitingCharge[] },
  currency: Currency,
): ChargeRows {
  if (charges.length === 0 || form.packages.rows.length === 0) return noCharges
  const rows = form.packages.rows.map((row) => ({ ...row, readyDays: daysSince(row.statusSince) }))
  const byId = new Map(charges.map((charge) => [charge.id, charge]))
  const packagesById = new Map(rows.map((row) => [row.id, row]))
  // Charges of the invoice itself depend on the ticked packages only.
  const placed = [
    ...listStandingCharges(charges, rows, waiting).filter(({ packageId }) => packageId !== null),
    ...listStandingCharges(
      charges,
      rows.filter(({ id }) => form.ticked.has(id)),
      [],
    ).filter(({ packageId }) => packageId === null),
  ]
  const standing = placed.flatMap(({ charge: { id }, packageId, quantity, unitPrice, days, currency: own }) => {
    const charge = byId.get(id)
    if (charge === undefined) return []
    const key = buildChargeKey(id, packageId)
    const one = packagesById.get(packageId ?? '') ?? null
    const waiver = form.waivers.get(key)
    return buildRow({ charge, one, quantity, unitPrice, days, currency: own }, currency, {
      key,
      waiver,
      added: undefined,
    })
  })
  return groupRows(standing)
}

/** A package without added charges keeps its array, so that its row is not rendered again. */
export function addRows(
  standing: ChargeRows,
  form: Pick<InvoiceForm, 'packages' | 'charges'>,
  charges: readonly Charge[],
  currency: Currency,
  currencies: readonly Currency[],
): ChargeRows {
  if (form.charges.length === 0) return standing
  const added = form.charges.flatMap((line) => {
    const charge = charges.find(({ id }) => id === line.chargeId)
    if (charge === undefined) return []
    const one = form.packages.rows.find(({ id }) => id === line.packageId) ?? null
    const more = { key: `added-${line.key}`, waiver: undefined, added: line }
    if (isTyped(charge)) {
      const own = currencies.find(({ id }) => id === line.currencyId) ?? currency
      return buildRow({ charge, one, quantity: 1, unitPrice: readAmount(line.amount), currency: own }, currency, more)
    }
    const price = computeCharge(charge, one && { ...one, readyDays: daysSince(one.statusSince) })
    return price === null ? [] : buildRow({ charge, one, ...price, currency: dollars }, currency, more)
  })
  const { byPackage, own } = groupRows(added)
  const joined = [...byPackage].map(([id, rows]) => [id, [...(standing.byPackage.get(id) ?? []), ...rows]] as const)
  return { byPackage: new Map([...standing.byPackage, ...joined]), own: [...standing.own, ...own] }
}

export const selectSent = ({ byPackage, own }: ChargeRows, ticked: ReadonlySet<string>): ChargeRow[] => [
  ...[...byPackage].flatMap(([id, rows]) => (ticked.has(id) ? rows : [])),
  ...own,
]

export type Offer = { charge: Charge; blocked: string | undefined }

/** Offers a charge with a typed amount as often as needed. */
export function listOffers(
  charges: readonly Charge[],
  one: CourierPackage | null,
  rows: readonly ChargeRow[],
): Offer[] {
  return charges
    .filter(({ kind }) => kind !== 'storage')
    .filter((charge) => (charge.kind === 'per_invoice' ? one === null : one !== null || isTyped(charge)))
    .filter((charge) => isTyped(charge) || !rows.some((row) => row.charge.id === charge.id))
    .map((charge) => {
      const isCountable = isTyped(charge) || computeCharge(charge, one && { ...one, readyDays: null }) !== null
      const missing = charge.kind === 'per_pound' ? 'Falta peso' : 'Falta el valor declarado'
      return { charge, blocked: isCountable ? undefined : missing }
    })
}
