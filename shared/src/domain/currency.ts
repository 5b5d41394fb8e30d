import { type Amount, divideRounded, type Exact, exact, isPositive, roundToCents, times, toWire } from './money.ts'

/**
 * Rates per US$ 1: `rateCompra` for what a client pays, `rateVenta` for what is credited. A missing rate, or one not above 0, counts as 1.
 * docs/product/pricing-and-money.md, "Rates".
 */
export type Rates = { code: string; rateCompra: Amount; rateVenta: Amount }

function readRate(currency: Rates, side: 'rateCompra' | 'rateVenta'): Exact {
  const rate = currency.code === 'USD' ? exact(1) : exact(currency[side])
  return isPositive(rate) ? rate : exact(1)
}

export function invoiceRate(invoiceCurrency: Rates): Exact {
  return readRate(invoiceCurrency, 'rateCompra')
}

/**
 * Divides by the source's rateCompra and multiplies by the target's rateVenta, rounded once to cents. The same currency is unchanged; an
 * invalid amount gives 0. docs/product/pricing-and-money.md, "Conversion".
 */
export function convert(amount: Amount, from: Rates, to: Rates): Exact {
  if (from.code === to.code) return exact(amount)
  const dividend = times(exact(amount), readRate(to, 'rateVenta'))
  return divideRounded(dividend, readRate(from, 'rateCompra'), 2, 'halfAwayFromZero')
}

/** Divides by the source's rateVenta and multiplies by the target's rateCompra. */
function convertBack(amount: Amount, from: Rates, to: Rates): Exact {
  if (from.code === to.code) return roundToCents(exact(amount))
  return divideRounded(
    times(exact(amount), readRate(to, 'rateCompra')),
    readRate(from, 'rateVenta'),
    2,
    'halfAwayFromZero',
  )
}

/**
 * Divides by its own rateVenta and multiplies by the invoice's rateCompra, rounded once to cents. An invalid amount gives 0.
 * docs/product/pricing-and-money.md, "Conversion of shipping".
 */
export function convertShipping(price: Amount, shippingCurrency: Rates, invoiceCurrency: Rates): Exact {
  return convertBack(price, shippingCurrency, invoiceCurrency)
}

/** Divides by its own rateVenta and multiplies by the invoice's rateCompra, rounded once to cents. An invalid amount gives 0. */
export function convertChange(amount: Amount, changeCurrency: Rates, invoiceCurrency: Rates): Exact {
  return convertBack(amount, changeCurrency, invoiceCurrency)
}

/** The inverse of `convertChange`, rounded once to cents. An invalid amount gives 0. */
export function changeIn(change: Amount, changeCurrency: Rates, invoiceCurrency: Rates): Exact {
  if (changeCurrency.code === invoiceCurrency.code) return roundToCents(exact(change))
  const dividend = times(exact(change), readRate(changeCurrency, 'rateVenta'))
  return divideRounded(dividend, readRate(invoiceCurrency, 'rateCompra'), 2, 'halfAwayFromZero')
}

/** The inverse of `convert`, rounded once to cents. An invalid value gives 0. */
export function unconvert(value: Amount, from: Rates, to: Rates): Exact {
  if (from.code === to.code) return roundToCents(exact(value))
  const dividend = times(exact(value), readRate(from, 'rateCompra'))
  return divideRounded(dividend, readRate(to, 'rateVenta'), 2, 'halfAwayFromZero')
}

/**
 * Converts the pending amount back by the general conversion, rounded up to the cent. 0 if nothing is pending.
 * docs/product/pricing-and-money.md, "Completing".
 */
export function completingAmount(pending: Amount, paymentCurrency: Rates, invoiceCurrency: Rates): number {
  const due = exact(pending)
  if (!isPositive(due)) return 0
  if (paymentCurrency.code === invoiceCurrency.code) return toWire(divideRounded(due, exact(1), 2, 'up'))
  const dividend = times(due, readRate(paymentCurrency, 'rateCompra'))
  return toWire(divideRounded(dividend, readRate(invoiceCurrency, 'rateVenta'), 2, 'up'))
}
