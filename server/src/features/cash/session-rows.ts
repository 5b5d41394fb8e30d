import type { CashSession } from '@casillero/shared/contract/cash'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const currencyColumns = <Alias extends string>(alias: Alias) =>
  [
    `${alias}.currency_id as currencyId`,
    `${alias}.currency_code as code`,
    `${alias}.currency_name as name`,
    `${alias}.currency_symbol as symbol`,
  ] as const

/** Shared by payments of invoices and of collections. */
const takenColumns = [
  'p.id',
  'p.is_counted as isCounted',
  'p.reversed_at as reversedAt',
  'p.reversal_reason as reversalReason',
  'p.reversal_reference as reversalReference',
  'r.full_name as reversedBy',
  'p.created_at as createdAt',
  'u.id as userId',
  'u.full_name as userName',
  'p.method',
  'p.reference',
  'p.total',
] as const

export const listPayments = (db: Db, sessionId: string) =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('users as u', 'u.id', 'p.created_by')
    .leftJoin('users as r', 'r.id', 'p.reversed_by')
    .select(currencyColumns('p'))
    .select(takenColumns)
    .select([
      'i.id as invoiceId',
      'i.company_invoice_id as companyInvoiceId',
      'i.client_first_name as firstName',
      'i.client_middle_name as middleName',
      'i.client_last_names as lastNames',
    ])
    .where('p.cash_session_id', '=', sessionId)
    .orderBy('p.id', 'desc')
    .execute()

export const listChanges = (
  db: Db,
  sessionId: string,
): Promise<(CashSession['changes'][number] & { isCounted: boolean })[]> =>
  db
    .selectFrom('invoice_changes as x')
    .select(currencyColumns('x'))
    .select(['x.id', 'x.invoice_id as invoiceId', 'x.created_at as createdAt', 'x.amount', 'x.handed', 'x.rounding'])
    .select('x.is_counted as isCounted')
    .where('x.cash_session_id', '=', sessionId)
    .orderBy('x.id', 'desc')
    .execute()

export const listCollected = (db: Db, sessionId: string) =>
  db
    .selectFrom('collection_payments as p')
    .innerJoin('collections as c', 'c.id', 'p.collection_id')
    .innerJoin('users as u', 'u.id', 'p.created_by')
    .leftJoin('users as r', 'r.id', 'p.reversed_by')
    .select(currencyColumns('p'))
    .select(takenColumns)
    .select([
      'c.id as collectionId',
      'c.company_collection_id as companyCollectionId',
      'c.client_first_name as firstName',
      'c.client_middle_name as middleName',
      'c.client_last_names as lastNames',
    ])
    .where('p.cash_session_id', '=', sessionId)
    .orderBy('p.id', 'desc')
    .execute()

export const listCollectedChanges = (db: Db, sessionId: string): Promise<CashSession['collectedChanges']> =>
  db
    .selectFrom('collection_changes as x')
    .select(currencyColumns('x'))
    .select([
      'x.id',
      'x.collection_id as collectionId',
      'x.created_at as createdAt',
      'x.amount',
      'x.handed',
      'x.rounding',
    ])
    .select('x.is_counted as isCounted')
    .where('x.cash_session_id', '=', sessionId)
    .orderBy('x.id', 'desc')
    .execute()

const isReturn = sql<boolean>`(
  exists (select from invoice_payments r where r.reversal_movement_id = m.id)
  or exists (select from invoice_changes r where r.reversal_movement_id = m.id)
  or exists (select from collection_payments r where r.reversal_movement_id = m.id)
  or exists (select from collection_changes r where r.reversal_movement_id = m.id))`

/** Transfers carry the name of the other drawer. */
export const listMovements = (db: Db, sessionId: string) =>
  db
    .selectFrom('cash_movements as m')
    .innerJoin('users as u', 'u.id', 'm.created_by')
    .leftJoin('cash_movements as other', 'other.id', 'm.counterpart_id')
    .leftJoin('cash_sessions as s', 's.id', 'other.session_id')
    .leftJoin('cash_drawers as d', 'd.id', 's.drawer_id')
    .select(currencyColumns('m'))
    .select([
      'm.id',
      'm.created_at as createdAt',
      'u.id as userId',
      'u.full_name as userName',
      'm.direction',
      'm.amount',
      'm.reason',
      'd.name as otherDrawer',
    ])
    .select(isReturn.as('isReturn'))
    .where('m.session_id', '=', sessionId)
    .orderBy('m.id', 'desc')
    .execute()

export const listCounts = (db: Db, sessionId: string) =>
  db
    .selectFrom('cash_counts as n')
    .innerJoin('users as u', 'u.id', 'n.counted_by')
    .innerJoin('currencies as c', 'c.id', 'n.currency_id')
    .select([
      'n.attempt',
      'n.counted_at as countedAt',
      'u.id as userId',
      'u.full_name as userName',
      'n.amount',
      'n.currency_id as currencyId',
      'c.code',
      'c.name',
      'c.symbol',
    ])
    .where('n.session_id', '=', sessionId)
    .orderBy('n.attempt')
    .orderBy('c.code')
    .execute()

const balanceColumns = [
  'session_id as sessionId',
  'currency_id as currencyId',
  'currency_code as code',
  'currency_name as name',
  'currency_symbol as symbol',
  'opening',
  'cash',
  'change',
  'rounding',
  'put_in as in',
  'taken_out as out',
  'expected',
  'counted',
  'difference',
] as const

/** An open session has its float alone. */
export const listBalances = (db: Db, sessionIds: string[]) =>
  db
    .selectFrom('cash_session_balances')
    .select(balanceColumns)
    .where('session_id', 'in', sessionIds)
    .orderBy('currency_code')
    .execute()

export const sessionSummaries = (db: Db) =>
  db
    .selectFrom('cash_sessions as s')
    .innerJoin('cash_drawers as d', 'd.id', 's.drawer_id')
    .innerJoin('users as o', 'o.id', 's.opened_by')
    .leftJoin('users as c', 'c.id', 's.closed_by')
    .select([
      's.id',
      's.company_session_id as companySessionId',
      'd.id as drawerId',
      'd.name as drawerName',
      'o.id as openedById',
      'o.full_name as openedByName',
      's.opened_at as openedAt',
      'c.id as closedById',
      'c.full_name as closedByName',
      's.closed_at as closedAt',
      's.closing_note as note',
    ])
