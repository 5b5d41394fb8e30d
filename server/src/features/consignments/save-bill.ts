import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { type BillFault, type MatchedLine, matchBill, readBill } from '@casillero/shared/domain/carrier-bill'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { costInDollars } from '@casillero/shared/domain/reconciliation'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { describeStaff } from '../../platform/database/staff-party.ts'
import { fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import type { UploadedFile } from '../../platform/http/upload.ts'
import { readTable } from '../spreadsheets/read-table.ts'
import { lockConsignment, requireReceivable } from './hold-consignment.ts'
import { getReconciliation } from './read-reconciliation.ts'
import { amountByThePound } from './save-costs.ts'

const faults = {
  columns: 'bill_columns_missing',
  weight: 'bill_weight_unclear',
  numbers: 'bill_weight_ambiguous',
  several: 'bill_code_several',
  digits: 'bill_code_rounded',
  error: 'bill_cell_error',
} as const

const buildRefusal = (fault: BillFault) =>
  fieldError(faults[fault.fault], 'file', 'row' in fault ? { row: fault.row } : undefined)

const listBilled = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages as l')
    // Finds each package by its id, as in `getConsignment`.
    .innerJoinLateral(
      (each) =>
        each.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'l.package_id').offset(sql.lit(0)).as('p'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.tracking', 'p.warehouse_tracking as warehouseTracking', 'p.label_code as labelCode'])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .orderBy('l.added_at')
    .orderBy('p.company_package_id')
    .execute()

const removeLines = (db: Db, id: string) =>
  db
    .updateTable('consignment_bill_lines')
    .set({ removed_at: sql`app_now()` })
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()

/** One SQL text for every number of lines, so that it is prepared once. */
const insertLines = (db: Db, id: string, lines: readonly MatchedLine[]) =>
  sql`insert into consignment_bill_lines (consignment_id, position, code, weight, package_id, is_repeated)
      select ${id}, given.position, given.code, given.weight, given.package_id, given.is_repeated
      from unnest(${lines.map(({ code }) => code)}::text[], ${lines.map(({ weight }) => String(weight))}::numeric[],
                  ${lines.map(({ packageId }) => packageId)}::uuid[], ${lines.map(({ isRepeated }) => isRepeated)}::boolean[])
           with ordinality as given (code, weight, package_id, is_repeated, position)`.execute(db)

/** Each cost keeps its rate. */
async function repriceCosts(db: Db, id: string, billedWeight: number): Promise<void> {
  const costs = await db
    .selectFrom('consignment_costs')
    .select(['id', 'price_per_pound as pricePerPound', 'rate_compra as rateCompra'])
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .where('price_per_pound', 'is not', null)
    .execute()
  for (const { id: costId, pricePerPound, rateCompra } of costs) {
    const amount = amountByThePound(billedWeight, pricePerPound ?? 0, 'file')
    await db
      .updateTable('consignment_costs')
      .set({ amount, usd_amount: costInDollars(amount, rateCompra) })
      .where('id', '=', costId)
      .execute()
  }
}

/**
 * A later file replaces an earlier one. Throws an error of the file's field if it cannot be read.
 * docs/product/shipments.md, "The carrier's bill".
 */
export async function saveBill(
  asCaller: AsCaller,
  id: string,
  { text, file }: { text: string | undefined; file: UploadedFile | null },
): Promise<Reconciliation> {
  const party = await asCaller(async (db, session) => {
    requireReceivable(await lockConsignment(db, id))
    return describeStaff(session)
  })
  const content = file ? await file.read() : Buffer.from(text ?? '')
  if (!file && content.length === 0) throw fieldError('import_file_missing', 'file')
  const bill = readBill(await readTable(party, { content, kind: 'packages' }))
  if ('fault' in bill) throw buildRefusal(bill)
  const weight = totalWeight(bill.map((line) => line.weight))
  if (weight > maxAmount) throw fieldError('amount_too_large', 'file')
  return await asCaller(async (db) => {
    requireReceivable(await lockConsignment(db, id))
    await removeLines(db, id)
    await insertLines(db, id, matchBill(bill, await listBilled(db, id)))
    await db
      .updateTable('consignments')
      .set({ billed_weight: weight, bill_name: file?.name ?? 'Celdas copiadas' })
      .where('id', '=', id)
      .execute()
    await repriceCosts(db, id, weight)
    return await getReconciliation(db, id)
  })
}

/** The pounds stay until others are entered. */
export async function dropBill(db: Db, id: string): Promise<Reconciliation> {
  requireReceivable(await lockConsignment(db, id))
  await removeLines(db, id)
  await db.updateTable('consignments').set({ bill_name: null }).where('id', '=', id).execute()
  return await getReconciliation(db, id)
}
