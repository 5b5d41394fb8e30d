import { type ClientDevice, clientAccessEndpoints } from '@casillero/shared/contract/client-access'
import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { hashLinkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SecretAnswer } from '../../platform/http/answer-once.ts'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { getClient } from '../clients/queries.ts'
import { sentSecret } from '../invoice-links/share-invoice.ts'
import { addClientLink, sendAccess } from './client-links.ts'

const copiedMinutes = 24 * 60

async function sendClientAccess(db: Db, id: string, origin: string): Promise<Message> {
  await getClient(db, id)
  return await sendAccess(db, id, origin)
}

async function makeClientLink(db: Db, id: string, origin: string): Promise<{ id: string; url: string }> {
  await getClient(db, id)
  return await addClientLink(db, id, origin, copiedMinutes, { from: null, as: 'copy' })
}

/** The first address is stored nowhere, so a repeated call makes another. */
const accessSecret: SecretAnswer<{ data: { id: string; url: string } }> = {
  kept: ({ data }) => ({ data: { ...data, url: data.url.slice(0, data.url.lastIndexOf('/') + 1) } }),
  async renew(db, { data }) {
    const token = newLinkToken()
    const renewed = await db
      .updateTable('client_links')
      .set({ token_hash: hashLinkToken(token) })
      .where('id', '=', data.id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!renewed) throw new AppError('key_reused')
    return { data: { ...data, url: data.url + token } }
  },
}

/** Throws `not_found`. */
async function listClientDevices(db: Db, id: string): Promise<ClientDevice[]> {
  await getClient(db, id)
  return await db
    .selectFrom('client_devices')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('client_id', '=', id)
    .where('ended_at', 'is', null)
    .where('created_at', '>', sql<string>`app_now() - interval '180 days'`)
    .orderBy('last_used_at', 'desc')
    .execute()
}

/** Throws `not_found`. */
async function endClientDevice(db: Db, clientId: string, id: string, { userId }: Session): Promise<null> {
  const ended = await db
    .updateTable('client_devices')
    .set({ ended_at: sql`app_now()`, ended_by: userId })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new AppError('not_found')
  return null
}

export const clientAccessRoutes: Route[] = [
  serve(
    clientAccessEndpoints.send,
    (db, { params, origin }) => sendClientAccess(db, params.id, origin),
    undefined,
    sentSecret,
  ),
  serve(
    clientAccessEndpoints.makeLink,
    (db, { params, origin }) => makeClientLink(db, params.id, origin),
    undefined,
    accessSecret,
  ),
  serve(clientAccessEndpoints.devices, (db, { params }) => listClientDevices(db, params.id)),
  serve(clientAccessEndpoints.endDevice, (db, { params }, session) =>
    endClientDevice(db, params.id, params.deviceId, session),
  ),
]
