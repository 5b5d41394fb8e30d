import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import {
  type InvoiceLine,
  type InvoiceTotals,
  invoiceTotals,
  type LineTotals,
} from '@casillero/shared/domain/invoice-totals'
import { toMeasures } from '@casillero/shared/domain/tariff-rules'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { type ChangeOption, type ChosenChange, changeOptions, chosenChange } from '../../taking/change-options.ts'
import { type ChargeRow, type ChargeRows, isTakenOff, selectSent } from '../items/charge-rows.ts'
import { type Discount, type InvoiceForm, noDiscount, tickedPackages } from './invoice-form-state.ts'

export const findCurrency = (form: InvoiceForm, currencies: readonly Currency[]): Currency | undefined =>
  form.currencyId === undefined
    ? currencies.find((currency) => currency.isDefault)
    : currencies.find((currency) => currency.id === form.currencyId)

function toLine(row: CourierPackage, discount: Discount): InvoiceLine {
  return {
    weight: row.weight,
    pricePerPound: row.pricePerPound,
    rules: row.priceRules,
    measures: toMeasures(row),
    packageDiscountType: row.discountType,
    packageDiscountValue: row.discountValue,
    discountType: discount.type,
    discountValue: readAmount(discount.value),
  }
}

const getDiscount = (form: InvoiceForm, row: CourierPackage): Discount => form.discounts.get(row.id) ?? noDiscount

/** Computes the row whether it is ticked or not. */
export function rowTotals(row: CourierPackage, discount: Discount, currency: Currency): LineTotals | undefined {
  const { lines } = invoiceTotals({
    currency,
    lines: [toLine(row, discount)],
    payments: [],
    generalDiscountType: 'none',
    generalDiscountValue: null,
  })
  return lines[0]
}

export type FormTotals = InvoiceTotals & {
  currency: Currency
  rows: readonly { row: CourierPackage; discount: Discount }[]
  sentCharges: readonly ChargeRow[]
  weight: number
  changeOptions: readonly ChangeOption[]
  chosenChange: ChosenChange | undefined
}

/** Uses the same arithmetic as the server. */
export function formTotals(
  form: InvoiceForm,
  currency: Currency,
  currencies: readonly Currency[],
  charges: ChargeRows,
): FormTotals {
  const sentCharges = selectSent(charges, form.ticked)
  const rows = tickedPackages(form).map((row) => ({ row, discount: getDiscount(form, row) }))
  const byId = (id: string) => currencies.find((one) => one.id === id)
  const { shipping, generalDiscount } = form
  const shippingCurrency = shipping.isIncluded ? byId(shipping.currencyId) : undefined
  const totals = invoiceTotals({
    currency,
    lines: rows.map(({ row, discount }) => toLine(row, discount)),
    charges: sentCharges.filter((row) => !isTakenOff(row)),
    shipping: shippingCurrency ? { price: readAmount(shipping.price), currency: shippingCurrency } : null,
    generalDiscountType: generalDiscount.type,
    generalDiscountValue: readAmount(generalDiscount.value),
    payments: form.payments.map((payment) => ({
      total: readAmount(payment.total),
      currency: byId(payment.currencyId) ?? currency,
    })),
  })
  const payments = form.payments
    .map(({ method, total, currencyId }) => ({
      method,
      total: readAmount(total),
      currency: byId(currencyId) ?? currency,
    }))
    .filter(({ total }) => total > 0)
  const options = changeOptions({ change: totals.change, currency, currencies, payments })
  return {
    currency,
    rows,
    sentCharges,
    weight: totalWeight(rows.map(({ row }) => row.weight)),
    changeOptions: options,
    chosenChange: chosenChange(options, form.changeChoice),
    ...totals,
  }
}
