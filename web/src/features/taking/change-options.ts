import type { Api } from '@casillero/shared/contract/api'
import {
  type AskedChange,
  type CoinedCurrency,
  type GivenChange,
  isCashCovered,
  localCurrency,
  splitChange,
  usualChange,
} from '@casillero/shared/domain/change'
import { ChangeRates } from '@casillero/shared/domain/change-rate'
import { exact, toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatUnitPrice } from '@casillero/shared/domain/money-format'

export type ChangeCurrency = CoinedCurrency & {
  id: string
  name: string
  symbol: string
  cashStep: number
  isDefault: boolean
}
type ChangeWay = 'own' | 'local' | 'dollars' | 'credit' | 'beyond'
export type ChangeChoice = { id: ChangeWay; reason: string }
type Sent = NonNullable<Api['POST /api/invoices']['body']['change']>

export type ChangeOption = {
  id: ChangeWay
  label: string
  amounts: string[]
  sent: Sent
  note?: string
}

export type ChosenChange = ChangeOption & { reason: string }

type ChangeFacts = {
  /** The change in the invoice's currency. */
  change: number
  currency: ChangeCurrency
  currencies: readonly ChangeCurrency[]
  payments: readonly { method: string; total: number; currency: ChangeCurrency }[]
}

type Part = AskedChange<ChangeCurrency>

const selectCash = ({ payments }: ChangeFacts) => payments.filter(({ method }) => method === 'cash')

const split = (facts: ChangeFacts, asked: readonly Part[]) =>
  splitChange(facts.change, facts.currency, asked, { cash: selectCash(facts), local: localCurrency(facts.currencies) })

const formatPart = ({ kind, handed, currency }: GivenChange<ChangeCurrency>): string =>
  `${formatMoney(handed, currency.symbol)}${kind === 'credit' ? ' a favor' : ''}`

/** Includes the rate at which the currency was taken, if it was. */
function buildNote(facts: ChangeFacts, given: readonly GivenChange<ChangeCurrency>[]): Pick<ChangeOption, 'note'> {
  const usd = facts.currencies.find(({ code }) => code === 'USD')
  const nio = facts.currencies.find(({ code }) => code === 'NIO')
  const cash = given.filter(({ kind }) => kind === 'cash')
  const has = (code: string) => cash.some(({ currency }) => currency.code === code)
  if (!(usd && nio && has('USD') && has('NIO'))) return {}
  const other = facts.currency.code === 'NIO' ? 'USD' : 'NIO'
  const isOwnRate = selectCash(facts).some(({ currency }) => currency.code === other)
  const rate = (facts.currency.code === 'NIO') === isOwnRate ? nio.rateVenta : nio.rateCompra
  return { note: `El resto va en ${nio.symbol}, a ${formatUnitPrice(Number(rate), '')} por ${usd.symbol}1` }
}

/** Names the currencies handed out, and the part kept as credit. */
function nameWay({ currency, currencies }: ChangeFacts, given: readonly GivenChange<ChangeCurrency>[]): string {
  const cash = given.filter(({ kind }) => kind === 'cash').map((part) => part.currency)
  const [first, ...others] = cash
  if (first === undefined) return 'Saldo a favor'
  const isLocal = first.code === localCurrency(currencies)?.code && first.code !== currency.code
  const all = `Todo en ${first.code === 'NIO' ? 'córdobas' : first.name}`
  const mixed = ['USD', 'NIO'].every((code) => cash.some((one) => one.code === code)) ? 'Dólares y córdobas' : null
  const hasCredit = given.length > cash.length
  const whole = isLocal && others.length === 0 && !hasCredit ? all : (mixed ?? first.name)
  return hasCredit ? `${whole} y saldo a favor` : whole
}

function buildOptions(facts: ChangeFacts, id: ChangeWay, asked: readonly Part[]): ChangeOption[] {
  const given = split(facts, asked)
  if (given === undefined || isCashCovered(given, facts.payments) !== (id !== 'beyond')) return []
  const only = given.length === 1
  return [
    {
      id,
      label: id === 'beyond' ? 'Todo en efectivo' : nameWay(facts, given),
      amounts: given.map((part) => (only ? formatMoney(part.handed, part.currency.symbol) : formatPart(part))),
      sent: asked.map(({ currency, kind, amount }) =>
        amount === null ? { currencyId: currency.id, kind } : { currencyId: currency.id, kind, amount: Number(amount) },
      ),
      ...buildNote(facts, given),
    },
  ]
}

/** Gives whole dollars and the rest in córdobas, because cents of a dollar are not handed out. */
function dollarsOption(facts: ChangeFacts): ChangeOption[] {
  const { currency, currencies, change } = facts
  const usd = currencies.find(({ code }) => code === 'USD')
  const nio = currencies.find(({ code }) => code === 'NIO')
  if (!(usd && nio) || (currency.code !== 'USD' && currency.code !== 'NIO')) return []
  const rates = new ChangeRates(currency, selectCash(facts))
  const whole = Math.floor(toWire(rates.fill(exact(change), usd).amount))
  if (whole === 0) return []
  return buildOptions(facts, 'dollars', [
    { currency: usd, amount: whole, kind: 'cash' },
    { currency: nio, amount: null, kind: 'cash' },
  ])
}

/** Left out if it is credit only. */
function usualOption(facts: ChangeFacts): ChangeOption[] {
  const asked = usualChange(facts.change, facts.currency, facts.payments, localCurrency(facts.currencies))
  const cash = asked.find(({ kind }) => kind === 'cash')
  return cash ? buildOptions(facts, cash.currency.code === facts.currency.code ? 'own' : 'local', asked) : []
}

/**
 * Puts the server's default first; empty without change. The last may be more cash than was paid, which only admins see.
 * docs/product/cash.md, "At the counter".
 */
export function changeOptions(facts: ChangeFacts): ChangeOption[] {
  if (facts.change <= 0) return []
  const { currency, currencies } = facts
  const local = localCurrency(currencies)
  const all = [
    ...usualOption(facts),
    ...(local ? buildOptions(facts, 'local', [{ currency: local, amount: null, kind: 'cash' }]) : []),
    ...dollarsOption(facts),
    ...buildOptions(facts, 'own', [{ currency, amount: null, kind: 'cash' }]),
    ...buildOptions(facts, 'credit', [{ currency, amount: null, kind: 'credit' }]),
    ...buildOptions(facts, 'beyond', [{ currency, amount: null, kind: 'cash' }]),
  ]
  const isNew = ({ id, amounts }: ChangeOption, index: number) =>
    all.findIndex((one) => one.id === id || one.amounts.join() === amounts.join()) === index
  return all.filter((option, index) => option.id === 'credit' || option.id === 'beyond' || isNew(option, index))
}

export const chosenChange = (
  options: readonly ChangeOption[],
  chosen: ChangeChoice | undefined,
): ChosenChange | undefined => {
  const option = options.find(({ id }) => id === chosen?.id) ?? options[0]
  return option && { ...option, reason: chosen?.id === option.id ? chosen.reason : '' }
}

/** Returns the sentence, and the `data-field` of the control to focus. */
export const findMissingReason = (chosen: ChosenChange | undefined): { sentence: string; field: string } | undefined =>
  chosen?.id === 'beyond' && chosen.reason.trim() === ''
    ? { sentence: 'Escriba por qué se entrega más efectivo del recibido', field: 'changeReason' }
    : undefined

/** Returns the request's part about change. */
export const changeBody = (chosen: ChosenChange | undefined): { change: Sent | null; changeReason?: string } => ({
  change: chosen?.sent ?? null,
  ...(chosen?.id === 'beyond' ? { changeReason: chosen.reason } : {}),
})
