import type { Client } from '@casillero/shared/contract/clients'
import type { HandoverDraft, Picker, PickerDraft } from '@casillero/shared/contract/handovers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getClient, holdClient } from '../clients/queries.ts'

const columns = ['id', 'name', 'cedula'] as const

const living = (db: Db, clientId: string) =>
  db.selectFrom('client_pickers').select(columns).where('client_id', '=', clientId).where('deleted_at', 'is', null)

export async function listPickers(db: Db, clientId: string): Promise<Picker[]> {
  const pickers = await living(db, clientId).orderBy(sql`lower(name)`).orderBy('id').limit(200).execute()
  if (pickers.length === 0) await getClient(db, clientId)
  return pickers
}

/** Keeps a person with the same name and cédula. */
export async function addPicker(db: Db, clientId: string, draft: PickerDraft): Promise<Picker> {
  await getClient(db, clientId)
  await holdClient(db, clientId)
  await insertPicker(db, clientId, draft)
  const picker = await living(db, clientId)
    .where(sql`lower(name)`, '=', sql`lower(${draft.name})`)
    .where(sql`coalesce(cedula, '')`, '=', draft.cedula ?? '')
    .executeTakeFirst()
  if (!picker) throw new AppError('stale')
  return picker
}

async function insertPicker(db: Db, clientId: string, { name, cedula }: PickerDraft): Promise<void> {
  await db
    .insertInto('client_pickers')
    .values({ client_id: clientId, name, cedula })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Removes a person from a client's list. Throws `not_found`. */
export async function removePicker(db: Db, clientId: string, pickerId: string): Promise<null> {
  const removed = await db
    .updateTable('client_pickers')
    .set({ deleted_at: sql`app_now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', pickerId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  return null
}

/** Keeps the receiver as a picker, or the cédula of a client who has none. */
export async function keepReceiver(
  db: Db,
  client: Client,
  { keepReceiver, receivedBy }: Pick<HandoverDraft, 'keepReceiver' | 'receivedBy'>,
): Promise<void> {
  if (keepReceiver === 'picker') await insertPicker(db, client.id, receivedBy)
  if (keepReceiver !== 'client' || receivedBy.cedula === null) return
  await db
    .updateTable('clients')
    .set({ cedula: receivedBy.cedula })
    .where('id', '=', client.id)
    .where('cedula', 'is', null)
    .execute()
}
