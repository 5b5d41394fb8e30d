import { type Amount, exact, minus, sum, toWire } from './money.ts'
import { paymentMethodNames } from './payment-method.ts'

type Currency = { currencyId: string; code: string; name: string; symbol: string }
type Method = keyof typeof paymentMethodNames

/** `change` and `returned` apply to cash only. */
export type Taking = Currency & { method: Method; total: Amount; count: number; change: Amount; returned: Amount }

/** `change` and `returned` are subtracted from cash. */
export type CurrencyTakings = Currency & {
  total: number
  change: number
  returned: number
  methods: { method: Method; amount: number; count: number }[]
}

const order = Object.keys(paymentMethodNames)
const addUp = (amounts: readonly Amount[]): number => toWire(sum(amounts.map((amount) => exact(amount))))

const collectedBy = ({ total, change, returned }: Taking): number =>
  toWire(minus(exact(total), sum([exact(change), exact(returned)])))

/** Payments less change and returned cash. Used credit is not income; currencies are never added. docs/product/reports.md, "Collected". */
export function takingsByCurrency(takings: readonly Taking[]): CurrencyTakings[] {
  const income = takings.filter(({ method }) => method !== 'credit')
  return [...Map.groupBy(income, ({ currencyId }) => currencyId).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { currencyId, code, name, symbol } = first
    const methods = own
      .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
      .map((taking) => ({ method: taking.method, amount: collectedBy(taking), count: taking.count }))
    return [
      {
        currencyId,
        code,
        name,
        symbol,
        total: addUp(methods.map(({ amount }) => amount)),
        change: addUp(own.map(({ change }) => change)),
        returned: addUp(own.map(({ returned }) => returned)),
        methods,
      },
    ]
  })
}
