import type { Api } from '@casillero/shared/contract/api'
import { type AskedChange, defaultChangeKind, splitChange } from '@casillero/shared/domain/change'
import { changeIn, type Rates } from '@casillero/shared/domain/currency'
import { toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatUnitPrice } from '@casillero/shared/domain/money-format'

export type ChangeCurrency = Rates & { id: string; name: string; symbol: string; cashStep: number }
export type ChangeChoice = 'own' | 'dollars' | 'credit'
type Sent = NonNullable<Api['POST /api/invoices']['body']['change']>

export type ChangeOption = {
  id: ChangeChoice
  label: string
  /** What is handed out or kept, part by part. */
  amounts: string[]
  sent: Sent
  note?: string
}

type ChangeFacts = {
  /** In the invoice's currency. */
  change: number
  currency: ChangeCurrency
  currencies: readonly ChangeCurrency[]
}

type Part = AskedChange & { currency: ChangeCurrency }

function optionOf(facts: ChangeFacts, id: ChangeChoice, label: string, asked: readonly Part[]): ChangeOption[] {
  const parts = splitChange(facts.change, facts.currency, asked)
  if (parts === undefined) return []
  const given = asked.flatMap((part, index) => {
    const split = parts[index]
    return split ? [{ ...part, ...split, asked: part.amount }] : []
  })
  return [
    {
      id,
      label,
      amounts: given.map(({ handed, currency }) => formatMoney(handed, currency.symbol)),
      sent: given.map(({ currency, kind, asked: amount }) =>
        amount === null ? { currencyId: currency.id, kind } : { currencyId: currency.id, kind, amount: Number(amount) },
      ),
    },
  ]
}

/** Whole dollars and what is left in córdobas, because cents of a dollar are not handed out. */
function dollarsOption(facts: ChangeFacts): ChangeOption[] {
  const usd = facts.currencies.find(({ code }) => code === 'USD')
  const nio = facts.currencies.find(({ code }) => code === 'NIO')
  if (!(usd && nio) || (facts.currency.code !== 'USD' && facts.currency.code !== 'NIO')) return []
  const whole = Math.floor(toWire(changeIn(facts.change, usd, facts.currency)))
  if (whole === 0) return []
  const rate = facts.currency.code === 'NIO' ? nio.rateCompra : nio.rateVenta
  return optionOf(facts, 'dollars', 'Dólares y córdobas', [
    { currency: usd, amount: whole, kind: 'cash' },
    { currency: nio, amount: null, kind: 'cash' },
  ]).map((option) => ({
    ...option,
    note: `El resto va en ${nio.symbol}, a ${formatUnitPrice(Number(rate), '')} por ${usd.symbol}1`,
  }))
}

/** The ways to give the change back, as the server computes them; none where there is no change. docs/product/cash.md, "Change". */
export function changeOptions(facts: ChangeFacts): ChangeOption[] {
  if (facts.change <= 0) return []
  const { currency } = facts
  return [
    ...optionOf(facts, 'own', currency.name, [{ currency, amount: null, kind: 'cash' }]),
    ...dollarsOption(facts),
    ...optionOf(facts, 'credit', 'Saldo a favor', [{ currency, amount: null, kind: 'credit' }]),
  ]
}

/** The option that was chosen, else the server's own. */
export function chosenChange(
  options: readonly ChangeOption[],
  chosen: ChangeChoice | undefined,
  payments: readonly { method: string }[],
): ChangeOption | undefined {
  const usual: ChangeChoice = defaultChangeKind(payments) === 'cash' ? 'own' : 'credit'
  return options.find(({ id }) => id === chosen) ?? options.find(({ id }) => id === usual)
}
