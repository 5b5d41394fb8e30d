import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { deleteClients } from '../clients/remove-client.ts'
import { putClientsBack } from '../clients/save-clients.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import type { Undoable, UndoWindow } from './kind.ts'

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

/** Deletes the clients that a load added, and puts the others back to what they were. */
export async function takeBackClients(db: Db, rows: readonly Undoable[]): Promise<void> {
  await deleteClients(
    db,
    rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putClientsBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
  )
}
