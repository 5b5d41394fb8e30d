import type { CashSession } from '@casillero/shared/contract/cash'

type Payment = CashSession['payments'][number]
type Change = CashSession['changes'][number]
type Collected = CashSession['collected'][number]
type CollectedChange = CashSession['collectedChanges'][number]
type Movement = CashSession['movements'][number]

export type Entry = {
  id: string
  createdAt: string
} /** Struck through where it was taken back while the session was open. */ & (
  | {
      kind: 'payment'
      payment: Payment | Collected
      changes: readonly (Change | CollectedChange)[]
      isStruck: boolean
    }
  | { kind: 'movement'; movement: Movement }
)

/** The last payment of its invoice so far, cash before other methods. */
function findPayer(change: Change, payments: readonly Payment[]): Payment | undefined {
  const own = payments.filter(
    ({ invoice, createdAt }) => invoice.id === change.invoiceId && createdAt <= change.createdAt,
  )
  const latest = own.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), '')
  const last = own.filter(({ createdAt }) => createdAt === latest)
  return last.find(({ method }) => method === 'cash') ?? last[0]
}

/** Under the first cash payment, else the first. */
function collectedEntries({ collected, collectedChanges }: CashSession): Entry[] {
  const byCollection = Map.groupBy(collected, ({ collection }) => collection.id)
  const payers = new Map(
    [...byCollection].map(([id, rows]) => [id, rows.findLast(({ method }) => method === 'cash') ?? rows.at(-1)]),
  )
  return collected.map((payment) => {
    const isPayer = payers.get(payment.collection.id)?.id === payment.id
    return {
      id: payment.id,
      createdAt: payment.createdAt,
      kind: 'payment',
      payment,
      changes: isPayer ? collectedChanges.filter(({ collectionId }) => collectionId === payment.collection.id) : [],
      isStruck: !payment.isCounted,
    }
  })
}

/** Newest first. */
export function sessionEntries(session: CashSession): Entry[] {
  const { payments, reversedPayments, changes, reversedChanges, movements } = session
  // Change stays handed where its payment was taken back, and stands under it all the same.
  const all = [...payments, ...reversedPayments]
  const payers = [
    ...changes.map((change) => ({ change, payer: findPayer(change, all)?.id })),
    ...reversedChanges.map((change) => ({ change, payer: findPayer(change, reversedPayments)?.id })),
  ]
  const byPayment = Map.groupBy(payers, ({ payer }) => payer)
  const toEntry = (payment: Payment, isStruck: boolean): Entry => ({
    id: payment.id,
    createdAt: payment.createdAt,
    kind: 'payment',
    payment,
    changes: (byPayment.get(payment.id) ?? []).map(({ change }) => change),
    isStruck,
  })
  const entries: Entry[] = [
    ...payments.map((payment) => toEntry(payment, false)),
    ...reversedPayments.map((payment) => toEntry(payment, true)),
    ...collectedEntries(session),
    ...movements.map((movement) => ({
      id: movement.id,
      createdAt: movement.createdAt,
      kind: 'movement' as const,
      movement,
    })),
  ]
  return entries.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
}
