import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { exchangeCharges } from '../packages/package-charges.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import type { Undoable, UndoWindow } from './kind.ts'

/** The charges that a load put on packages, and what happened to each since. */
export async function findUndoableCharges(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    await holdFormer(db, next, { currencies: ['currency_id'] })
    await sql`select from packages where id in (
      select w.package_id from package_charges w where w.id in (select target from (${next}) n)) order by id for update`.execute(
      db,
    )
  }
  const { rows } = await sql<Undoable>`
    select n.row_number as row, coalesce(n.shown ->> 'code', '#' || w.company_package_id) as code, n.outcome,
      n.target as "targetId", n.before,
      case when exists (
          select from invoice_items i where i.package_id = w.package_id and i.voided_at is null) then 'ya se facturó'
        when w.deleted_at is not null then 'cambió después'
        when exists (select from currencies k where k.id::text = n.before ->> 'currency_id' and k.deleted_at is not null)
          then ${isGone} end as reason
    from (${next}) n join package_charges w on w.id = n.target order by n.row_number`.execute(db)
  return rows
}

/** Takes off the charges that a load put on packages, and gives back those that they stood in place of. */
export async function takeBackCharges(db: Db, rows: readonly Undoable[]): Promise<void> {
  const before = new Map(rows.map((row) => [row.targetId, row.before]))
  const gone = await db
    .selectFrom('package_charges')
    .select(['id', 'package_id', 'company_package_id', 'charge_id'])
    .where('id', '=', matchAny([...before.keys()]))
    .execute()
  const former = gone.flatMap(({ id, ...own }) => {
    const kept = before.get(id)
    if (!kept) return []
    const { amount, currency_id } = Object(kept)
    return [{ ...own, amount, currency_id }]
  })
  await exchangeCharges(
    db,
    gone.map((own) => ({ packageId: own.package_id, chargeId: own.charge_id })),
    former,
  )
}
