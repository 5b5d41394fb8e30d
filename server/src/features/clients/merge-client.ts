import type { Client } from '@casillero/shared/contract/clients'
import { sql } from 'kysely'
import { softDelete } from '../../platform/database/catalogue.ts'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { clientColumns, clientSearchText, getClient, ownSearchText, refreshPackagesOfClient } from './queries.ts'

type Moved = { packages: number; invoices: number; handovers: number; messages: number }

const both = (db: Db, id: string, intoId: string) =>
  db
    .selectFrom('clients')
    .select(clientColumns)
    .where('id', 'in', [id, intoId])
    .where('deleted_at', 'is', null)
    .orderBy('id')

/**
 * Locks in the order of ids, so that two mergers take turns. Invoices are locked in between: a payment that holds one writes the client's
 * credit, which this lock allows.
 */
async function lockBoth(db: Db, id: string, intoId: string): Promise<{ gone: Client; kept: Client }> {
  await both(db, id, intoId).forNoKeyUpdate().execute()
  await db.selectFrom('invoices').select('id').where('client_id', '=', id).orderBy('id').forUpdate().execute()
  const rows = await both(db, id, intoId).forUpdate().execute()
  const [gone, kept] = [id, intoId].map((one) => rows.find((row) => row.id === one))
  if (!gone) throw new AppError('not_found')
  if (!kept) throw fieldError('reference_not_found', 'intoClientId')
  return { gone, kept }
}

/**
 * Locking both rows keeps new business of either waiting. Throws `client_merged_with_itself`, `not_found`, `reference_not_found`.
 * docs/product/clients.md, "Merging clients".
 */
export async function mergeClient(db: Db, id: string, intoId: string): Promise<Moved & { client: Client }> {
  if (id === intoId) throw fieldError('client_merged_with_itself', 'intoClientId')
  const { gone, kept } = await lockBoth(db, id, intoId)
  const formerCasilleros = [...kept.formerCasilleros, gone.casillero, ...gone.formerCasilleros]
  const merged = { ...kept, formerCasilleros }
  await softDelete(db, 'clients', id)
  await db.updateTable('clients').set({ merged_into_id: intoId }).where('id', '=', id).execute()
  // Clients merged earlier into the removed one follow it.
  await db.updateTable('clients').set({ merged_into_id: intoId }).where('merged_into_id', '=', id).execute()
  await db
    .updateTable('clients')
    .set({ former_casilleros: formerCasilleros, search_text: ownSearchText(merged) })
    .where('id', '=', intoId)
    .execute()
  const { rows } = await sql<Moved>`
    select * from move_to_merged_client(${id}::uuid, ${clientSearchText(merged)})`.execute(db)
  const [moved] = rows
  if (!moved) throw new Error('A client that is merged has what can be moved')
  await refreshPackagesOfClient(db, intoId, clientSearchText(merged))
  await decrementCount(db, 'client')
  return { client: await getClient(db, intoId), ...moved }
}
