import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { moveCounter } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { updateRows } from './bulk-rows.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import type { Undoable, UndoWindow } from './kind.ts'
import { refreshNames } from './write-clients.ts'

/** The clients that a load wrote, and what happened to each since. */
export async function findUndoableClients(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    await sql`select from clients where id in (select target from (${next}) n) order by id for update`.execute(db)
    await holdFormer(db, next, { tariffs: ['default_tariff_maritimo_id', 'default_tariff_aereo_id'] })
  }
  const { rows } = await sql<Undoable>`
    select n.row_number as row, c.casillero as code, n.outcome, n.target as "targetId", n.before,
      case when c.deleted_at is not null then 'ya se eliminó'
        when n.outcome = 'new' and (
          exists (select from packages p where p.client_id = c.id and p.deleted_at is null)
          or exists (select from invoices v where v.client_id = c.id)) then 'ya tiene paquetes o facturas'
        when n.outcome = 'new' and exists (
          select from client_credit_balances b where b.client_id = c.id and b.balance > 0) then 'ya tiene saldo a favor'
        when c.version <> n.target_version then 'cambió después'
        when exists (
          select from tariffs t
          where t.id::text in (n.before ->> 'default_tariff_maritimo_id', n.before ->> 'default_tariff_aereo_id')
            and t.deleted_at is not null) then ${isGone} end as reason
    from (${next}) n join clients c on c.id = n.target order by n.row_number`.execute(db)
  return rows
}

export async function takeBackClients(db: Db, rows: readonly Undoable[]): Promise<void> {
  const added = rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId)
  if (added.length > 0) {
    await sql`update clients set deleted_at = app_now() where id = ${matchAny(added)}`.execute(db)
    await moveCounter(db, 'client', { rows: -added.length })
  }
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await updateRows(
    db,
    'clients',
    changed.map(({ targetId, before }) => ({ id: targetId, ...before })),
  )
  await refreshNames(
    db,
    changed.map(({ targetId }) => targetId),
    new Map(),
  )
}
