import type { Client } from '@casillero/shared/contract/clients'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { ChangeChoice } from '../../taking/change-options.ts'
import {
  type AddedCharge,
  type Discount,
  emptyForm,
  type InvoiceForm,
  isBillable,
  type PaymentRow,
  type ShippingFields,
  type Waiver,
} from './invoice-form-state.ts'

type ChargeAction =
  | { type: 'chargeAdded'; charge: AddedCharge }
  | { type: 'chargeChanged'; key: number; change: Partial<AddedCharge> }
  | { type: 'chargeRemoved'; key: number }
  | { type: 'chargeWaived'; key: string; waiver: Waiver }
  | { type: 'chargeRestored'; key: string }

type PaymentAction =
  | { type: 'paymentsToggled'; currencyId: string }
  | { type: 'paymentAdded'; currencyId: string }
  | { type: 'paymentCompleted'; currencyId: string; total: string }
  | { type: 'paymentChanged'; key: number; change: Partial<PaymentRow> }
  | { type: 'paymentRemoved'; key: number }

export type InvoiceAction =
  | { type: 'reset'; key: string }
  | { type: 'clientChosen'; client: Client }
  | { type: 'packagesAsked' }
  | { type: 'packagesLoaded'; clientId: string; rows: readonly CourierPackage[]; later?: ReadonlySet<string> }
  | { type: 'packagesFailed'; clientId: string }
  | { type: 'packageSaved'; row: CourierPackage }
  | { type: 'packageRefused'; id: string; sentence: string }
  | { type: 'ticked'; id: string }
  | { type: 'allTicked'; isTicked: boolean }
  | { type: 'discountChanged'; id: string; discount: Discount }
  | ChargeAction
  | { type: 'currencyChosen'; id: string }
  | { type: 'currencyRemembered'; clientId: string; id: string }
  | { type: 'shippingIncluded'; isIncluded: boolean; currencyId: string }
  | { type: 'shippingChanged'; change: Partial<ShippingFields> }
  | PaymentAction
  | { type: 'changeChosen'; choice: ChangeChoice }
  | { type: 'generalDiscountChanged'; discount: Discount }
  | { type: 'answerLost' }
  | { type: 'amountsChanged' }
  | { type: 'sending' }

export type Dispatch = (action: InvoiceAction) => void

const keepTakenOff = (waivers: InvoiceForm['waivers']) =>
  new Map([...waivers].filter(([, { amount }]) => amount === null))

export function invoiceForm(form: InvoiceForm, action: InvoiceAction): InvoiceForm {
  switch (action.type) {
    case 'reset':
      return emptyForm(action.key)
    case 'clientChosen':
      return { ...emptyForm(form.key), client: action.client, packages: { phase: 'loading', rows: [] } }
    case 'packagesAsked':
      return { ...form, packages: { ...form.packages, phase: 'loading' } }
    case 'packagesLoaded':
      return form.client?.id === action.clientId ? withPackages(form, action.rows, action.later) : form
    case 'packagesFailed':
      if (form.client?.id !== action.clientId) return form
      return { ...form, packages: { phase: 'failed', rows: [] }, ticked: new Set() }
    case 'packageSaved':
      return withSaved(form, action.row)
    case 'packageRefused':
      return { ...form, refusals: new Map(form.refusals).set(action.id, action.sentence) }
    case 'ticked':
      return withTicked(form, action.id)
    case 'allTicked':
      return { ...form, ticked: action.isTicked ? billableIds(form.packages.rows) : new Set() }
    case 'discountChanged':
      return withDiscount(form, action.id, action.discount)
    case 'chargeAdded':
    case 'chargeChanged':
    case 'chargeRemoved':
    case 'chargeWaived':
    case 'chargeRestored':
      return changeCharges(form, action)
    case 'currencyChosen':
      return { ...form, currencyId: action.id, waivers: keepTakenOff(form.waivers) }
    case 'currencyRemembered':
      // A currency that the user chose, or already pays in, stays.
      if (form.client?.id !== action.clientId || form.currencyId !== undefined) return form
      return form.packages.rows.length > 0 ? form : { ...form, currencyId: action.id }
    case 'shippingIncluded':
      return { ...form, shipping: includeShipping(form.shipping, action) }
    case 'shippingChanged':
      return { ...form, shipping: { ...form.shipping, ...action.change } }
    case 'paymentsToggled':
    case 'paymentAdded':
    case 'paymentCompleted':
    case 'paymentChanged':
    case 'paymentRemoved':
      return changePayments(form, action)
    case 'changeChosen':
      return { ...form, changeChoice: action.choice }
    case 'generalDiscountChanged':
      return { ...form, generalDiscount: action.discount }
    case 'answerLost':
      return { ...form, notice: 'lost' }
    case 'amountsChanged':
      return { ...form, notice: 'changed' }
    case 'sending':
      return { ...form, notice: 'none', refusals: new Map() }
  }
}

function changeCharges(form: InvoiceForm, action: ChargeAction): InvoiceForm {
  switch (action.type) {
    case 'chargeAdded':
      return { ...form, charges: [...form.charges, action.charge] }
    case 'chargeChanged':
      return {
        ...form,
        charges: form.charges.map((line) => (line.key === action.key ? { ...line, ...action.change } : line)),
      }
    case 'chargeRemoved':
      return { ...form, charges: form.charges.filter(({ key }) => key !== action.key) }
    case 'chargeWaived':
      return { ...form, waivers: new Map(form.waivers).set(action.key, action.waiver) }
    case 'chargeRestored':
      return { ...form, waivers: new Map([...form.waivers].filter(([key]) => key !== action.key)) }
  }
}

function changePayments(form: InvoiceForm, action: PaymentAction): InvoiceForm {
  switch (action.type) {
    case 'paymentsToggled':
      return withPaymentsToggled(form, action.currencyId)
    case 'paymentAdded':
      return withPayment(form, { currencyId: action.currencyId })
    case 'paymentCompleted':
      return withCompleted(form, action)
    case 'paymentChanged':
      return {
        ...form,
        payments: form.payments.map((row) => (row.key === action.key ? { ...row, ...action.change } : row)),
      }
    case 'paymentRemoved':
      return withoutPayment(form, action.key)
  }
}

const billableIds = (rows: readonly CourierPackage[]): Set<string> =>
  new Set(rows.filter(isBillable).map((row) => row.id))

/** The first load ticks all packages that can be invoiced. Later ones keep what the clerk ticked and typed. */
function withPackages(
  form: InvoiceForm,
  rows: readonly CourierPackage[],
  later: ReadonlySet<string> = new Set(),
): InvoiceForm {
  const billable = billableIds(rows)
  const isFirst = form.packages.rows.length === 0
  return {
    ...form,
    packages: { phase: 'loaded', rows, later },
    ticked: isFirst
      ? new Set([...billable].filter((id) => !later.has(id)))
      : new Set([...form.ticked].filter((id) => billable.has(id))),
    discounts: new Map([...form.discounts].filter(([id]) => rows.some((row) => row.id === id))),
    charges: form.charges.filter(({ packageId }) => packageId === null || rows.some(({ id }) => id === packageId)),
    refusals: new Map(),
  }
}

function withSaved(form: InvoiceForm, saved: CourierPackage): InvoiceForm {
  const refusals = new Map(form.refusals)
  refusals.delete(saved.id)
  const rows = form.packages.rows.map((row) => (row.id === saved.id ? saved : row))
  return { ...form, packages: { ...form.packages, rows }, refusals }
}

function withTicked(form: InvoiceForm, id: string): InvoiceForm {
  const ticked = new Set(form.ticked)
  const refusals = new Map(form.refusals)
  // A package that is no longer ticked loses its refusal.
  if (ticked.delete(id)) refusals.delete(id)
  else ticked.add(id)
  return { ...form, ticked, refusals }
}

function withDiscount(form: InvoiceForm, id: string, discount: Discount): InvoiceForm {
  const discounts = new Map(form.discounts)
  if (discount.type === 'none') discounts.delete(id)
  else discounts.set(id, discount)
  return { ...form, discounts }
}

/** Fixes the currency now, so that the typed price keeps its meaning. */
function includeShipping(
  shipping: ShippingFields,
  { isIncluded, currencyId }: { isIncluded: boolean; currencyId: string },
): ShippingFields {
  if (isIncluded) return { ...shipping, isIncluded, currencyId: shipping.currencyId || currencyId }
  return { ...shipping, isIncluded, price: '', comments: '' }
}

function withPayment(form: InvoiceForm, change: Partial<PaymentRow>): InvoiceForm {
  const row: PaymentRow = {
    key: form.nextPayment,
    total: '',
    currencyId: '',
    method: 'cash',
    reference: '',
    ...change,
  }
  return { ...form, isPaymentsOpen: true, payments: [...form.payments, row], nextPayment: form.nextPayment + 1 }
}

function withPaymentsToggled(form: InvoiceForm, currencyId: string): InvoiceForm {
  if (form.isPaymentsOpen) return { ...form, isPaymentsOpen: false }
  return form.payments.length > 0 ? { ...form, isPaymentsOpen: true } : withPayment(form, { currencyId })
}

/** Uses a row that still lacks its amount, else adds one. */
function withCompleted(form: InvoiceForm, { currencyId, total }: { currencyId: string; total: string }): InvoiceForm {
  const waiting = form.payments.findLast((row) => row.total === '')
  if (waiting === undefined) return withPayment(form, { currencyId, total })
  const payments = form.payments.map((row) => (row === waiting ? { ...row, currencyId, total } : row))
  return { ...form, payments }
}

function withoutPayment(form: InvoiceForm, key: number): InvoiceForm {
  const payments = form.payments.filter((row) => row.key !== key)
  return { ...form, payments, isPaymentsOpen: payments.length > 0 }
}
