import type { Api } from '@casillero/shared/contract/api'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { isConnected, isGatewayPolled } from '../../whatsapp/queries.ts'

type Connection = Api['GET /api/messages/connection']['reply']['data']

/** A session that shows a QR again has forgotten its phone. So a message that left also proves that a phone was linked. */
export const gatewayState = sql<Connection['gateway']>`
  case
    when ${isConnected} then 'up'
    when ${isGatewayPolled} and (
      exists (select from whatsapp_sessions where linked_at is not null)
      or exists (select from messages where state in ('sent', 'delivered', 'read'))
    ) then 'down'
    else 'none'
  end`

export async function readConnection(db: Db): Promise<Connection> {
  const { rows } = await sql<Connection>`
    select ${gatewayState} as gateway, (select count(*) from messages where state = 'queued' and held_at is null and unpriced_at is null) as waiting`.execute(
    db,
  )
  return rows[0] ?? { gateway: 'none', waiting: 0 }
}
