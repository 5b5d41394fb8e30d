import type { Client } from '@casillero/shared/contract/clients'
import { sql } from 'kysely'
import { type Rights, requireRight } from '../../platform/auth/require-right.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { holdOwner, ownSearchText } from './queries.ts'

/** Returns false if the client has another second phone. */
async function keepSecondPhone(db: Db, client: Client, phone: string): Promise<boolean> {
  const kept = await db
    .updateTable('clients')
    .set({
      second_phone: sql<string>`coalesce(second_phone, ${phone})`,
      second_phone_proven_at: sql<string>`app_now()`,
      search_text: ownSearchText({ ...client, secondPhone: client.secondPhone ?? phone }),
    })
    .where('id', '=', client.id)
    .where(sql<boolean>`coalesce(second_phone, ${phone}) = any (number_keys(${phone}))`)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Stores the number as the client's second phone unless it is theirs already. Throws `phone_of_client`, `second_phone_of_client`,
 * `second_phone_taken`, and as `requireRight` if a phone is written. docs/product/conversations.md, "Numbers".
 */
export async function chooseWriter(
  db: Db,
  conversationId: string,
  { clientId, phone }: { clientId: string; phone: string },
  caller: Rights,
): Promise<void> {
  const client = await holdOwner(db, clientId)
  const { id } = client
  const { rows: owners } = await sql<{ id: string; isFirst: boolean; casillero: string }>`
    select c.id, o.is_first as "isFirst", c.casillero
    from list_number_owners(current_company(), ${phone}) o join clients c on c.id = o.client_id order by c.id`.execute(
    db,
  )
  const [owner] = owners
  if (owner && !owners.some((one) => one.id === id))
    throw fieldError(owner.isFirst ? 'phone_of_client' : 'second_phone_of_client', 'clientId', {
      client: owner.casillero,
    })
  if (!owner) {
    requireRight(caller, 'clients.write', 'clientId')
    if (!(await keepSecondPhone(db, client, phone))) throw fieldError('second_phone_taken', 'clientId')
  }
  await db
    .updateTable('conversations')
    .set({ client_id: id, is_client_chosen: true })
    .where('id', '=', conversationId)
    .execute()
}
