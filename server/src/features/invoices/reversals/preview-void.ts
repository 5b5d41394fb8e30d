import type { VoidPreview } from '@casillero/shared/contract/voids'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import type { Db } from '../../../platform/database/database.ts'
import { listInvoiceHandovers } from '../../handovers/invoice-handovers.ts'
import { findDispatch, lockLiveInvoice } from './live-invoice.ts'
import { cashOfReturn, planReturn } from './return-cash-due.ts'
import { creditOfDues, findDues } from './void-invoice.ts'

type Money = VoidPreview['cash'][number]

/** Returns one row for each currency with something left. */
function addUp(rows: readonly Money[]): Money[] {
  const byCurrency = Map.groupBy(rows, ({ currencyId }) => currencyId)
  return [...byCurrency.values()].flatMap((own) => {
    const [first] = own
    const amount = toWire(sum(own.map((row) => exact(row.amount))))
    return first && amount > 0 ? [{ currencyId: first.currencyId, symbol: first.symbol, amount }] : []
  })
}

const toMoney = ({ currency, amount }: { currency: Omit<Money, 'amount'>; amount: number }): Money => ({
  currencyId: currency.currencyId,
  symbol: currency.symbol,
  amount,
})

/** docs/product/invoices.md, "Voiding". */
export async function previewVoid(db: Db, id: string): Promise<VoidPreview> {
  const invoice = await lockLiveInvoice(db, id)
  const found = await findDues(db, invoice)
  const plan = await planReturn(db, found.payments, found.dues)
  const returned = plan.rows.map(({ method, currencyId, symbol, returned: amount }) => {
    return { method, currencyId, symbol, amount }
  })
  const [handovers, dispatch] = await Promise.all([listInvoiceHandovers(db, id), findDispatch(db, id)])
  return {
    credit: addUp(creditOfDues(found).map(toMoney)),
    cash: addUp(cashOfReturn(plan).map(toMoney)),
    bank: returned.filter(({ method, amount }) => method !== 'cash' && method !== 'credit' && amount > 0),
    usedCredit: addUp(returned.filter(({ method }) => method === 'credit')),
    isOfCollection: found.payments.some(({ isPart }) => isPart),
    handovers,
    dispatch: dispatch ?? null,
  }
}
