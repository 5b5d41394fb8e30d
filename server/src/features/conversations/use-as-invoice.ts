import type { Prealert } from '@casillero/shared/contract/prealerts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getPrealert, lockPrealerts } from '../prealerts/prealert-view.ts'
import { createPrealert } from '../prealerts/save-prealerts.ts'
import { getConversation } from './conversation-view.ts'
import { requireReceived } from './thread.ts'

/** The purchase of a package: the living pre-alert of its numbers, or a new one. */
async function announcePackage(db: Db, clientId: string, packageId: string): Promise<string> {
  const found = await db
    .selectFrom('packages')
    .select(['tracking', 'warehouse_tracking as warehouseTracking', 'description'])
    .where('id', '=', packageId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  const { description } = found
  const trackings = [found.tracking, found.warehouseTracking].filter((number) => number !== null)
  const known = (await lockPrealerts(db, { trackings })).find(({ client }) => client.id === clientId)
  if (known) return known.id
  // Every package has one of the two.
  const [tracking = ''] = trackings
  const nothing = { store: null, declaredValue: null, expectedOn: null, claimNote: null }
  return (await createPrealert(db, { clientId, tracking, description, ...nothing })).id
}

type Purchase = { prealertId?: string | null | undefined; packageId?: string | null | undefined }

/**
 * Takes the place of an earlier invoice. Throws `not_found`, also for a purchase of another client, `chat_without_client`, `file_expired`,
 * `prealert_exists`. docs/product/conversations.md, "From a chat to the work".
 */
export async function useAsInvoice(
  db: Db,
  id: string,
  fileId: string,
  { prealertId, packageId }: Purchase,
): Promise<Prealert> {
  const { client } = await getConversation(db, id)
  await requireReceived(db, id, fileId)
  if (client === null) throw new AppError('chat_without_client')
  const file = await db
    .selectFrom('received_files')
    .select([sql<boolean>`content is not null`.as('isKept'), 'client_id as clientId'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  if (!file.isKept) throw new AppError('file_expired')
  const wanted = prealertId ?? (packageId ? await announcePackage(db, client.id, packageId) : '')
  const [prealert] = wanted === '' ? [] : await lockPrealerts(db, { ids: [wanted] })
  if (!prealert || prealert.client.id !== client.id || prealert.state === 'cancelled') throw new AppError('not_found')
  // The file came before its client was known.
  if (file.clientId === null)
    await db.updateTable('received_files').set({ client_id: client.id }).where('id', '=', fileId).execute()
  await db
    .updateTable('prealerts')
    .set({ file_id: fileId, updated_at: sql`app_now()` })
    .where('id', '=', prealert.id)
    .execute()
  return await getPrealert(db, prealert.id)
}
