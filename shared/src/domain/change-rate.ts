import { changeIn, convert, convertChange, type Rates, unconvert } from './currency.ts'
import { type Amount, type Exact, exact, isBelow, minus, smaller, sum, toWire, zero } from './money.ts'

export type CashPaid = { currency: Rates; total: Amount }

/** `own` is converted at the rate of the tender's payments. */
export type Counted = { amount: Exact; converted: Exact; own: Exact }

/**
 * Change in a currency paid in cash is converted at the payments' own rate, up to the sum paid. All else uses the general conversion,
 * reversed. Rounds once to cents on either side. docs/product/cash.md, "Change".
 */
export class ChangeRates {
  private readonly invoice: Rates
  private readonly left = new Map<string, Exact>()

  constructor(invoice: Rates, cash: readonly CashPaid[]) {
    this.invoice = invoice
    for (const { currency, total } of cash) this.left.set(currency.code, sum([this.leftOf(currency), exact(total)]))
  }

  private leftOf({ code }: Rates): Exact {
    return this.left.get(code) ?? zero
  }

  worth(amount: Exact, own: Exact, currency: Rates): Exact {
    const beyond = convertChange(toWire(minus(amount, own)), currency, this.invoice)
    return sum([convert(toWire(own), currency, this.invoice), beyond])
  }

  count(amount: Amount, currency: Rates): Counted {
    const value = exact(amount)
    const own = smaller(value, this.leftOf(currency))
    this.left.set(currency.code, minus(this.leftOf(currency), own))
    return { amount: value, converted: this.worth(value, own, currency), own }
  }

  fill(converted: Exact, currency: Rates): Counted {
    const paid = this.leftOf(currency)
    const whole = convert(toWire(paid), currency, this.invoice)
    const isWithin = !isBelow(whole, converted)
    const amount = isWithin
      ? smaller(unconvert(toWire(converted), currency, this.invoice), paid)
      : sum([paid, changeIn(toWire(minus(converted, whole)), currency, this.invoice)])
    const own = smaller(amount, paid)
    this.left.set(currency.code, minus(paid, own))
    return { amount, converted, own }
  }
}
