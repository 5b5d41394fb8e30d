import type { Currency } from '@casillero/shared/contract/currencies'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { type Allocation, allocate, leftOver } from '@casillero/shared/domain/collection'
import { conversionSteps } from '@casillero/shared/domain/conversion-text'
import { completingAmount, convert } from '@casillero/shared/domain/currency'
import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { amountRefusal, formatDecimal, isAmount, readAmount } from '../../ui/forms/decimal-text.ts'
import {
  type ChangeChoice,
  type ChangeOption,
  type ChosenChange,
  changeOptions,
  chosenChange,
  findMissingReason,
} from '../taking/change-options.ts'
import type { OpenDebt } from './open-invoices.ts'

export type PaymentRow = {
  key: number
  total: string
  currencyId: string
  method: PaymentMethod
  reference: string
}

export type CollectionForm = {
  payments: readonly PaymentRow[]
  typed: ReadonlyMap<string, string>
  choice: ChangeChoice | undefined
}

export type CollectionTotals = {
  sent: { row: PaymentRow; currency: Currency }[]
  allocation: Allocation
  change: number
  changeCurrency: Currency | undefined
  options: ChangeOption[]
  chosen: ChosenChange | undefined
}

/** Uses the same arithmetic as the server. */
export function collectionTotals(
  form: CollectionForm,
  invoices: readonly OpenDebt[],
  currencies: readonly Currency[],
): CollectionTotals {
  const sent = form.payments.flatMap((row) => {
    const currency = currencies.find(({ id }) => id === row.currencyId)
    return currency && readAmount(row.total) > 0 ? [{ row, currency }] : []
  })
  const payments = sent.map(({ row, currency }) => ({ total: readAmount(row.total), currency }))
  const open = invoices.map(({ id, currency, pendingTotal }) => {
    const typed = form.typed.get(id)
    return {
      id,
      currency: currencies.find((one) => one.id === currency.id) ?? currency,
      pendingTotal,
      typed: typed === undefined ? null : readAmount(typed),
    }
  })
  const allocation = allocate(payments, open)
  const over = leftOver(payments, allocation.left)
  const changeCurrency = over && sent[over.payment]?.currency
  const change = over?.change ?? 0
  const paid = sent.map(({ row, currency }) => ({ method: row.method, total: readAmount(row.total), currency }))
  const options = changeCurrency ? changeOptions({ change, currency: changeCurrency, currencies, payments: paid }) : []
  const chosen = chosenChange(options, form.choice)
  return { sent, allocation, change, changeCurrency, options, chosen }
}

type Money = { currency: { id: string; symbol: string }; amount: number }

/** `C$1,000.00 · US$20.00`. */
export function sumsText(amounts: readonly Money[]): string {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency.id)
  return [...byCurrency.values()]
    .flatMap((own) => {
      const [first] = own
      const total = toWire(sum(own.map(({ amount }) => exact(amount))))
      return first ? [formatMoney(total, first.currency.symbol)] : []
    })
    .join(' · ')
}

export function partsText(invoice: OpenDebt, { sent, allocation }: CollectionTotals): string | null {
  const parts = allocation.parts.filter(({ invoiceId }) => invoiceId === invoice.id)
  const texts = parts.flatMap(({ payment, total, convertedTotal }) => {
    const currency = sent[payment]?.currency
    if (!currency) return []
    const given = formatMoney(total, currency.symbol)
    if (currency.code === invoice.currency.code) return [given]
    const counted = formatMoney(convertedTotal, invoice.currency.symbol)
    return [`${given}${conversionSteps(currency, invoice.currency)} = ${counted}`]
  })
  return texts.length > 1 || texts.some((text) => text.includes('=')) ? texts.join(' + ') : null
}

/** An open amount in its own currency. */
export type Due = { amount: number; currency: Currency | OpenDebt['currency'] }

/** Lists amounts still to be covered, oldest first. A typed amount is the limit; an invoice that was left out is skipped. */
export function findDue(
  { typed }: Pick<CollectionForm, 'typed'>,
  invoices: readonly OpenDebt[],
  { allocation }: Pick<CollectionTotals, 'allocation'>,
  currencies: readonly Currency[],
): Due[] {
  return invoices.flatMap(({ id, currency, pendingTotal }) => {
    const got = allocation.invoices.find((one) => one.id === id)?.amount ?? 0
    const text = typed.get(id)
    const wanted = text === undefined ? pendingTotal : Math.min(readAmount(text), pendingTotal)
    const amount = toWire(minus(exact(wanted), exact(got)))
    return amount > 0 ? [{ amount, currency: currencies.find((one) => one.id === currency.id) ?? currency }] : []
  })
}

export const emptyRow = (key: number, currencyId: string): PaymentRow => ({
  key,
  total: '',
  currencyId,
  method: 'cash',
  reference: '',
})

export const nextKey = (payments: readonly PaymentRow[]): number => Math.max(0, ...payments.map(({ key }) => key)) + 1

export function addAmount(
  payments: readonly PaymentRow[],
  { isCredit, ...amount }: Pick<PaymentRow, 'currencyId' | 'total'> & { isCredit: boolean },
): { payments: PaymentRow[]; key: number } {
  const waiting = isCredit ? undefined : payments.findLast((row) => row.total === '')
  if (waiting !== undefined) {
    return { payments: payments.map((row) => (row === waiting ? { ...row, ...amount } : row)), key: waiting.key }
  }
  const key = nextKey(payments)
  const row = { ...emptyRow(key, amount.currencyId), ...amount, method: isCredit ? 'credit' : 'cash' } as const
  return { payments: [...payments.filter(({ total }) => total !== ''), row], key }
}

/** Returns how much would be used of an amount that certainly covers all debts: earlier payments may then go to other invoices. */
export function completingTotal(
  form: CollectionForm,
  invoices: readonly OpenDebt[],
  currencies: readonly Currency[],
  { currency, isCredit }: { currency: Currency; isCredit: boolean },
): number {
  const due = findDue(form, invoices, collectionTotals({ ...form, payments: [] }, invoices, currencies), currencies)
  const enough = sum(due.map((one) => exact(completingAmount(one.amount, currency, one.currency))))
  const total = formatDecimal(toWire(enough), 2)
  const { payments, key } = addAmount(form.payments, { currencyId: currency.id, total, isCredit })
  const { sent, allocation } = collectionTotals({ ...form, payments }, invoices, currencies)
  const left = allocation.left[sent.findIndex(({ row }) => row.key === key)]
  return left === undefined ? 0 : toWire(minus(enough, exact(left)))
}

/** Returns all of the credit, or as much as is due. */
export function usableCredit(
  credit: { currencyId: string; amount: number },
  form: CollectionForm,
  invoices: readonly OpenDebt[],
  currencies: readonly Currency[],
): number {
  const currency = currencies.find(({ id }) => id === credit.currencyId)
  return currency
    ? Math.min(credit.amount, completingTotal(form, invoices, currencies, { currency, isCredit: true }))
    : 0
}

/** Returns a sentence and the field it is about. */
export function firstProblem(
  totals: CollectionTotals,
  invoices: readonly OpenDebt[],
  form: CollectionForm,
): { sentence: string; field: string } | undefined {
  const texts = [
    ...form.payments.map(({ key, total }) => ({ text: total, field: `collected-${key}` })),
    ...[...form.typed].map(([id, text]) => ({ text, field: `invoice-${id}` })),
  ]
  const unread = texts.find(({ text }) => !isAmount(text))
  if (unread !== undefined) return { sentence: amountRefusal, field: unread.field }
  if (totals.sent.length === 0) {
    return { sentence: 'Agregue un pago', field: `collected-${form.payments[0]?.key ?? 0}` }
  }
  for (const invoice of invoices) {
    const problem = findProblem(invoice, totals, form)
    if (problem !== undefined) return { sentence: problem, field: `invoice-${invoice.id}` }
  }
  if (totals.allocation.parts.length === 0 && invoices.length > 0) {
    return { sentence: 'Los pagos no llegan a ninguna factura pendiente', field: `invoice-${invoices[0]?.id ?? ''}` }
  }
  return findMissingReason(totals.chosen)
}

/** docs/product/cash.md, "Collections". */
export function firstDoubt({ sent, change, changeCurrency }: CollectionTotals): string | undefined {
  if (changeCurrency === undefined) return undefined
  const received = toWire(
    sum(sent.map(({ row, currency }) => convert(readAmount(row.total), currency, changeCurrency))),
  )
  if (2 * change <= received) return undefined
  return `El vuelto sería ${formatMoney(change, changeCurrency.symbol)}. Si es correcto, presione Cobrar otra vez`
}

export function findProblem(
  invoice: OpenDebt,
  { allocation, sent }: CollectionTotals,
  form: CollectionForm,
): string | undefined {
  const typed = form.typed.get(invoice.id)
  if (typed === undefined) return undefined
  if (readAmount(typed) > invoice.pendingTotal) {
    return `Debe ${formatMoney(invoice.pendingTotal, invoice.currency.symbol)}`
  }
  const isShort = allocation.invoices.find(({ id }) => id === invoice.id)?.isShort
  return isShort && sent.length > 0 ? 'Los pagos no alcanzan para este monto' : undefined
}
