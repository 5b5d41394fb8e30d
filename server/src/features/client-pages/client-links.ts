import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { hashLinkCode, hashLinkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notifyAccess } from '../messages/notify/notify-access.ts'

/** From which network a link was asked for, and as whom; `copy` is shown to staff, `staff` sends it. */
export type Asked = { from: string | null; as: 'staff' | 'copy' | 'device' | 'network' | 'unknown' }

const byStaff: Asked = { from: null, as: 'staff' }

/**
 * Throws `client_held`.
 * @param minutes how long the link works
 */
export async function addClientLink(
  db: Db,
  clientId: string,
  origin: string,
  minutes: number,
  asked: Asked,
): Promise<{ id: string; url: string }> {
  const held = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('held_at', 'is not', null)
    .executeTakeFirst()
  if (held) throw new AppError('client_held')
  const token = newLinkToken()
  const link = await db
    .insertInto('client_links')
    .values((value) => ({
      client_id: clientId,
      casillero: value.selectFrom('clients').select('casillero').where('id', '=', clientId),
      token_hash: hashLinkToken(token),
      // A copied link is opened where it is wanted, and lives for a day.
      code_hash: asked.as === 'copy' ? null : hashLinkCode(token),
      asked_from: asked.from,
      asked_as: asked.as,
      expires_at: sql<string>`app_now() + ${minutes} * interval '1 minute'`,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: link.id, url: `${origin}/mi/e/${token}` }
}

/** Life of a link sent by WhatsApp. */
const messageMinutes = 30

/** Throws `not_found`. */
export async function sendAccess(db: Db, clientId: string, origin: string, asked = byStaff): Promise<Message> {
  const link = await addClientLink(db, clientId, origin, messageMinutes, asked)
  return await notifyAccess(db, clientId, { ...link, isByStaff: asked.as === 'staff' })
}
