import type { CashSession } from '@casillero/shared/contract/cash'
import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'

type Taking = CashSession['takings'][number]
type Currency = Pick<Taking, 'currencyId' | 'name' | 'symbol'>

export type Takings = Currency & {
  total: number
  methods: { method: Taking['method']; amount: number; count: number }[]
}

const methodOrder = Object.keys(paymentMethodNames)

const addUp = (amounts: readonly number[]): number => toWire(sum(amounts.map((amount) => exact(amount))))

type GivenBack = Currency & { amount: number }

/** What came in, for each currency: cash less the change in it, then the other methods. Credit that was used is no income. */
export function takingsByCurrency({
  takings,
  changes,
}: Pick<CashSession, 'takings'> & { changes: readonly GivenBack[] }): Takings[] {
  const income = takings.filter(({ method }) => method !== 'credit')
  const byCurrency = Map.groupBy<string, Currency>([...income, ...changes], ({ currencyId }) => currencyId)
  return [...byCurrency.values()].flatMap(([currency]) => {
    if (currency === undefined) return []
    const { currencyId, name, symbol } = currency
    const own = income.filter((taking) => taking.currencyId === currencyId)
    const change = addUp(changes.filter((one) => one.currencyId === currencyId).map(({ amount }) => amount))
    const inOrder = own.toSorted((a, b) => methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method))
    const methods = inOrder.map(({ method, total, count }) => ({ method, amount: total, count }))
    if (change > 0 && !own.some(({ method }) => method === 'cash')) {
      methods.unshift({ method: 'cash', amount: 0, count: 0 })
    }
    const net = methods.map((row) =>
      row.method === 'cash' ? { ...row, amount: toWire(minus(exact(row.amount), exact(change))) } : row,
    )
    return [{ currencyId, name, symbol, total: addUp(net.map(({ amount }) => amount)), methods: net }]
  })
}

/** Credit that was used, for each currency. */
export const findUsedCredit = ({ takings }: Pick<CashSession, 'takings'>): Taking[] =>
  takings.filter(({ method }) => method === 'credit')
