import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import { isPossiblePhone } from '@casillero/shared/domain/phone-possible'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

/** The sentence under a phone that is none of its country. docs/product/clients.md, "Phones". */
export const impossiblePhone = 'Ingrese un número de teléfono válido para su país'

/** Throws `invalid`, under the fields, where phones are none of their country. docs/product/clients.md, "Phones". */
export function requirePossiblePhones(phones: Readonly<Record<string, string | null | undefined>>): void {
  const wrong = Object.entries(phones).filter(([, phone]) => phone != null && !isPossiblePhone(phone))
  if (wrong.length > 0)
    throw new AppError('invalid', { fields: Object.fromEntries(wrong.map(([name]) => [name, impossiblePhone])) })
}

/** The sentence under a second phone that is the first one. */
const repeatedPhone = 'Es el mismo que el teléfono'

/** Finds what is wrong with a second phone beside the first one. */
export const findSecondPhoneError = (phone: string, secondPhone: string | null): string | undefined => {
  if (secondPhone === null) return undefined
  if (!isPossiblePhone(secondPhone)) return impossiblePhone
  return phoneLoginKeys(secondPhone).includes(phone) ? repeatedPhone : undefined
}

/**
 * Throws where a second phone that is new is the client's own phone, or, as `phone_of_client`, another client's.
 * docs/product/clients.md, "Phones".
 */
export async function requireFreeSecondPhone(
  db: Db,
  { phone, secondPhone }: Pick<ClientDraft, 'phone' | 'secondPhone'>,
  current?: Pick<Client, 'id' | 'secondPhone'>,
): Promise<void> {
  if (secondPhone == null || secondPhone === current?.secondPhone) return
  const error = findSecondPhoneError(phone, secondPhone)
  if (error !== undefined) throw new AppError('invalid', { fields: { secondPhone: error } })
  const { rows } = await sql<{ casillero: string }>`
    select c.casillero from list_number_owners(current_company(), ${secondPhone}) o join clients c on c.id = o.client_id
    where o.is_first and c.id is distinct from ${current?.id ?? null}::uuid order by c.id limit 1`.execute(db)
  const [owner] = rows
  if (owner) throw fieldError('phone_of_client', 'secondPhone', { client: owner.casillero })
}
