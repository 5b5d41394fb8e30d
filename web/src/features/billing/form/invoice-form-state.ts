import type { Client } from '@casillero/shared/contract/clients'
import type { CourierPackage, DiscountType } from '@casillero/shared/contract/packages'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { needsMeasures } from '@casillero/shared/domain/tariff-rules'
import type { ChangeChoice } from '../../taking/change-options.ts'

export type Discount = { type: DiscountType; value: string }
export const noDiscount: Discount = { type: 'none', value: '' }

export type ShippingFields = {
  isIncluded: boolean
  /** Undefined stands for the default. */
  methodId: string | undefined
  address: string
  city: string
  department: string
  comments: string
  price: string
  currencyId: string
}

export type PaymentRow = {
  key: number
  total: string
  currencyId: string
  method: PaymentMethod
  reference: string
}

export type AddedCharge = {
  key: number
  chargeId: string
  packageId: string | null
  amount: string
  currencyId: string
}

/** The packages as this clerk saw them. They change only on request. */
export type ReadyPackages = {
  phase: 'none' | 'loading' | 'failed' | 'loaded'
  rows: readonly CourierPackage[]
  /** Packages that already left; only the clerk ticks them. */
  later?: ReadonlySet<string>
}

export type InvoiceForm = {
  /** The Idempotency-Key: one per form, kept when an answer is lost. */
  key: string
  client: Client | undefined
  currencyId: string | undefined
  shipping: ShippingFields
  packages: ReadyPackages
  ticked: ReadonlySet<string>
  discounts: ReadonlyMap<string, Discount>
  refusals: ReadonlyMap<string, string>
  charges: readonly AddedCharge[]
  /** Keyed by the charge's key. */
  waivers: ReadonlyMap<string, Waiver>
  isPaymentsOpen: boolean
  payments: readonly PaymentRow[]
  nextPayment: number
  /** Undefined lets the server choose. */
  changeChoice: ChangeChoice | undefined
  generalDiscount: Discount
  /** `lost`: the last try got no answer. `changed`: amounts had changed meanwhile. */
  notice: 'none' | 'lost' | 'changed'
}

/** `amount` is what remains of a lowered charge, in the invoice's currency. */
export type Waiver = { reason: string; amount: number | null }

export function emptyForm(key: string): InvoiceForm {
  return {
    key,
    client: undefined,
    currencyId: undefined,
    shipping: {
      isIncluded: false,
      methodId: undefined,
      address: '',
      city: '',
      department: '',
      comments: '',
      price: '',
      currencyId: '',
    },
    packages: { phase: 'none', rows: [] },
    ticked: new Set(),
    discounts: new Map(),
    refusals: new Map(),
    charges: [],
    waivers: new Map(),
    isPaymentsOpen: false,
    payments: [],
    nextPayment: 1,
    changeChoice: undefined,
    generalDiscount: noDiscount,
    notice: 'none',
  }
}

/** A permission may be revoked while the form is open. */
export function dropDenied(form: InvoiceForm, mayDiscount: boolean, mayTake: boolean): InvoiceForm {
  const { discounts, waivers, generalDiscount, payments, isPaymentsOpen } = emptyForm(form.key)
  return {
    ...form,
    ...(mayDiscount ? {} : { discounts, waivers, generalDiscount }),
    ...(mayTake ? {} : { payments, isPaymentsOpen }),
  }
}

/** Client and status need no check: the list was requested by them. */
export const isBillable = (row: CourierPackage): boolean => row.totalPrice !== null

/** True if its tariff needs measures that the package lacks. */
export const lacksMeasures = ({ priceRules, length }: CourierPackage): boolean =>
  needsMeasures(priceRules) && length === null

export const tickedPackages = (form: InvoiceForm): CourierPackage[] =>
  form.packages.rows.filter((row) => form.ticked.has(row.id))

/** Returns true if starting over would lose something. */
export function isEntered(form: InvoiceForm): boolean {
  const isUnticked = form.packages.rows.some(
    (row) => isBillable(row) && !form.ticked.has(row.id) && !form.packages.later?.has(row.id),
  )
  const isPaid = form.payments.some((payment) => payment.total !== '' || payment.reference !== '')
  const isDiscounted =
    form.discounts.size + form.charges.length + form.waivers.size > 0 || form.generalDiscount.type !== 'none'
  return form.client !== undefined && (isUnticked || isPaid || isDiscounted || form.shipping.isIncluded)
}
