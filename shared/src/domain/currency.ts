import { type Amount, divideRounded, type Exact, exact, isPositive, roundToCents, times, toWire } from './money.ts'

/**
 * Against US$ 1: `rateCompra` is what a client pays, `rateVenta` what is credited. A rate that is missing or not above 0 counts 1.
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
 * ÷ the own rateCompra, × the target's rateVenta, rounded once to cents. The same currency stays; an invalid amount gives 0.
 * docs/product/pricing-and-money.md, "Conversion".
 */
export function convert(amount: Amount, from: Rates, to: Rates): Exact {
  if (from.code === to.code) return exact(amount)
  const dividend = times(exact(amount), readRate(to, 'rateVenta'))
  return divideRounded(dividend, readRate(from, 'rateCompra'), 2, 'halfAwayFromZero')
}

/** ÷ the own rateVenta, × the target's rateCompra. */
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
 * ÷ the own rateVenta, × the invoice's rateCompra, rounded once to cents. An invalid amount gives 0.
 * docs/product/pricing-and-money.md, "Conversion of shipping".
 */
export function convertShipping(price: Amount, shippingCurrency: Rates, invoiceCurrency: Rates): Exact {
  return convertBack(price, shippingCurrency, invoiceCurrency)
}

/** ÷ its own rateVenta, × the invoice's rateCompra, rounded once to cents. An invalid amount gives 0. */
export function convertChange(amount: Amount, changeCurrency: Rates, invoiceCurrency: Rates): Exact {
  return convertBack(amount, changeCurrency, invoiceCurrency)
}

/** `convertChange` solved for its amount, rounded once to cents. An invalid amount gives 0. */
export function changeIn(change: Amount, changeCurrency: Rates, invoiceCurrency: Rates): Exact {
  if (changeCurrency.code === invoiceCurrency.code) return roundToCents(exact(change))
  const dividend = times(exact(change), readRate(changeCurrency, 'rateVenta'))
  return divideRounded(dividend, readRate(invoiceCurrency, 'rateCompra'), 2, 'halfAwayFromZero')
}

/** `convert` solved for its amount, rounded once to cents. An invalid value gives 0. */
export function unconvert(value: Amount, from: Rates, to: Rates): Exact {
  if (from.code === to.code) return roundToCents(exact(value))
  const dividend = times(exact(value), readRate(from, 'rateCompra'))
  return divideRounded(dividend, readRate(to, 'rateVenta'), 2, 'halfAwayFromZero')
}

/**
 * The pending amount taken back through the general conversion, rounded up to the cent. 0 when nothing is pending.
 * docs/product/pricing-and-money.md, "Completing".
 */
export function completingAmount(pending: Amount, paymentCurrency: Rates, invoiceCurrency: Rates): number {
  const due = exact(pending)
  if (!isPositive(due)) return 0
  if (paymentCurrency.code === invoiceCurrency.code) return toWire(divideRounded(due, exact(1), 2, 'up'))
  const dividend = times(due, readRate(paymentCurrency, 'rateCompra'))
  return toWire(divideRounded(dividend, readRate(invoiceCurrency, 'rateVenta'), 2, 'up'))
}
