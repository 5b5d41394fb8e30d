import type { CashSession, CashSessionRow } from '@casillero/shared/contract/cash'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { type CashEntry, cashBalances } from '@casillero/shared/domain/cash-session'
import { clientName } from '@casillero/shared/domain/client-name'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cutPage, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import {
  listBalances,
  listChanges,
  listCollected,
  listCollectedChanges,
  listCounts,
  listMovements,
  listPayments,
  sessionSummaries,
} from './session-rows.ts'

type Summary = Awaited<ReturnType<ReturnType<typeof sessionSummaries>['executeTakeFirstOrThrow']>>
type StoredBalance = Awaited<ReturnType<typeof listBalances>>[number]
type Payment = Awaited<ReturnType<typeof listPayments>>[number]
type Collected = Awaited<ReturnType<typeof listCollected>>[number]
type Balance = CashSessionRow['balances'][number]
type Currency = { currencyId: string; code: string; name: string; symbol: string }

export type SessionRows = {
  stored: StoredBalance[]
  payments: Payment[]
  changes: CashSession['changes']
  /** Payments and change taken back while the session was open. */
  reversed: { payments: Payment[]; changes: CashSession['changes'] }
  /** Includes those taken back. */
  collected: { payments: Collected[]; changes: CashSession['collectedChanges'] }
  movements: Awaited<ReturnType<typeof listMovements>>
}

const pickCurrency = ({ currencyId, code, name, symbol }: Currency): Currency => ({ currencyId, code, name, symbol })
const byCode = (a: Currency, b: Currency) => (a.code < b.code ? -1 : 1)

const toSummary = (row: Summary) => ({
  id: row.id,
  companySessionId: row.companySessionId,
  status: row.closedAt ? ('closed' as const) : ('open' as const),
  drawer: { id: row.drawerId, name: row.drawerName },
  openedBy: { id: row.openedById, fullName: row.openedByName },
  openedAt: row.openedAt,
  closedBy:
    row.closedById !== null && row.closedByName !== null ? { id: row.closedById, fullName: row.closedByName } : null,
  closedAt: row.closedAt,
  note: row.note,
})

/** Returns the stored balance; undefined while the session is open. */
function toClosedBalance(row: StoredBalance): Balance | undefined {
  const { opening, cash, change, rounding, in: putIn, out, expected, counted, difference } = row
  if (cash === null || change === null || rounding === null) return undefined
  if (putIn === null || out === null || expected === null) return undefined
  return { ...pickCurrency(row), opening, cash, change, rounding, in: putIn, out, expected, counted, difference }
}

export async function readSessionRows(db: Db, id: string): Promise<SessionRows> {
  const [stored, payments, changes, collected, collectedChanges, movements] = await Promise.all([
    listBalances(db, [id]),
    listPayments(db, id),
    listChanges(db, id),
    listCollected(db, id),
    listCollectedChanges(db, id),
    listMovements(db, id),
  ])
  const isGone = ({ isCounted }: { isCounted: boolean }) => !isCounted
  return {
    stored,
    payments: payments.filter(({ isCounted }) => isCounted),
    changes: changes.filter(({ isCounted }) => isCounted),
    reversed: { payments: payments.filter(isGone), changes: changes.filter(isGone) },
    collected: { payments: collected, changes: collectedChanges },
    movements,
  }
}

const isCounted = (row: { isCounted: boolean }) => row.isCounted

const selectCounted = ({ payments, changes, collected }: SessionRows) => ({
  payments: [...payments, ...collected.payments.filter(isCounted)],
  changes: [...changes, ...collected.changes.filter(isCounted)],
})

/** Leaves out the counted amounts. */
export function balancesOfRows(rows: SessionRows): Balance[] {
  const { stored, movements } = rows
  const { payments, changes } = selectCounted(rows)
  const cash = payments.filter(({ method }) => method === 'cash')
  const currencies = [...stored, ...cash, ...changes, ...movements].map(pickCurrency)
  const entries: CashEntry[] = [
    ...stored.map(({ currencyId, opening }) => ({ currencyId, kind: 'opening' as const, amount: opening })),
    ...cash.map(({ currencyId, total }) => ({ currencyId, kind: 'cash' as const, amount: total })),
    ...changes.flatMap(({ currencyId, amount, rounding }) => [
      { currencyId, kind: 'change' as const, amount },
      { currencyId, kind: 'rounding' as const, amount: rounding },
    ]),
    ...movements.map(({ currencyId, direction, amount }) => ({ currencyId, kind: direction, amount })),
  ]
  return cashBalances(entries)
    .flatMap((balance) => {
      const currency = currencies.find(({ currencyId }) => currencyId === balance.currencyId)
      return currency ? [{ ...balance, ...currency, counted: null, difference: null }] : []
    })
    .toSorted(byCode)
}

const total = (amounts: readonly number[]) => toWire(sum(amounts.map((amount) => exact(amount))))

/** Sums the cash of every currency that was taken, handed back or returned. */
function addUpTakings(session: SessionRows): CashSession['takings'] {
  const { payments, changes } = selectCounted(session)
  const returns = session.movements
    .filter((row) => row.isReturn)
    .map((row) => ({ ...pickCurrency(row), amount: row.direction === 'out' ? row.amount : -row.amount }))
  const moved = [...changes.map(pickCurrency), ...returns.map(pickCurrency)]
  const groups = new Map(
    [...moved.map((row) => ({ ...row, method: 'cash' as const })), ...payments].map(({ method, ...row }) => [
      `${row.currencyId} ${method}`,
      { ...pickCurrency(row), method },
    ]),
  )
  return [...groups.values()]
    .map((group) => {
      const isOwn = (row: Currency) => row.currencyId === group.currencyId
      const own = payments.filter((row) => isOwn(row) && row.method === group.method)
      const isCash = group.method === 'cash'
      return {
        ...group,
        total: total(own.map((row) => row.total)),
        count: own.length,
        change: isCash ? total(changes.filter(isOwn).map(({ handed }) => handed)) : 0,
        returned: isCash ? total(returns.filter(isOwn).map(({ amount }) => amount)) : 0,
      }
    })
    .toSorted(byCode)
}

const toReversal = (row: Payment | Collected): CashSession['payments'][number]['reversal'] =>
  row.reversedAt === null
    ? null
    : {
        at: row.reversedAt,
        by: { fullName: row.reversedBy ?? '' },
        reason: row.reversalReason ?? '',
        reference: row.reversalReference,
      }

const toPayment = (row: Payment): CashSession['payments'][number] => ({
  ...row,
  createdBy: { id: row.userId, fullName: row.userName },
  invoice: {
    id: row.invoiceId,
    companyInvoiceId: row.companyInvoiceId,
    clientName: clientName(row),
  },
  reversal: toReversal(row),
})

const toCollected = (row: Collected): CashSession['collected'][number] => ({
  ...row,
  createdBy: { id: row.userId, fullName: row.userName },
  collection: {
    id: row.collectionId,
    companyCollectionId: row.companyCollectionId,
    clientName: clientName(row),
  },
  reversal: toReversal(row),
})

/**
 * @param isOpenBook whether the caller sees what is expected, and the counts, while the session is open
 */
export async function getSession(db: Db, id: string, isOpenBook: boolean): Promise<CashSession> {
  const [summary, rows, counts] = await Promise.all([
    sessionSummaries(db).where('s.id', '=', id).executeTakeFirst(),
    readSessionRows(db, id),
    listCounts(db, id),
  ])
  if (!summary) throw new AppError('not_found')
  const isShown = isOpenBook || summary.closedAt !== null
  const closed = rows.stored.flatMap((row) => toClosedBalance(row) ?? [])
  return {
    ...toSummary(summary),
    balances: isShown ? (summary.closedAt ? closed : balancesOfRows(rows)) : null,
    takings: addUpTakings(rows),
    payments: rows.payments.map(toPayment),
    reversedPayments: rows.reversed.payments.map(toPayment),
    changes: rows.changes,
    reversedChanges: rows.reversed.changes,
    collected: rows.collected.payments.map(toCollected),
    collectedChanges: rows.collected.changes,
    movements: rows.movements.map((row) => ({ ...row, createdBy: { id: row.userId, fullName: row.userName } })),
    counts: isShown ? counts.map((row) => ({ ...row, countedBy: { id: row.userId, fullName: row.userName } })) : null,
  }
}

type Filter = { page?: number | undefined; limit?: number | undefined; status?: 'open' | 'closed' | undefined }

export const matchingSessions = (db: Db, status: Filter['status']) =>
  sessionSummaries(db)
    .$if(status === 'open', (rows) => rows.where('s.closed_at', 'is', null))
    .$if(status === 'closed', (rows) => rows.where('s.closed_at', 'is not', null))

/** Only closed sessions have balances. */
export async function listSessions(
  db: Db,
  filter: Filter,
): Promise<{ data: CashSessionRow[]; pagination: Pagination }> {
  const page = toPage(filter)
  const matching = matchingSessions(db, filter.status).select(sql<number>`count(*) over ()`.as('total'))
  const rows = await cutPage(matching.orderBy('s.company_session_id', 'desc'), page).execute()
  const stored =
    rows.length > 0
      ? await listBalances(
          db,
          rows.map(({ id }) => id),
        )
      : []
  const { data, pagination } = await pageWithTotal(page, rows, () => matching.limit(1).executeTakeFirst())
  return {
    data: data.map((row) => ({
      ...toSummary(row),
      balances: stored
        .filter(({ sessionId }) => sessionId === row.id)
        .flatMap((balance) => toClosedBalance(balance) ?? []),
    })),
    pagination,
  }
}
