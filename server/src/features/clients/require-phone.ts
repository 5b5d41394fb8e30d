import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import { phoneDigits, phoneLoginKeys } from '@casillero/shared/domain/phone'
import { type ReadPhone, readPhone } from '@casillero/shared/domain/phone-possible'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

/** docs/product/clients.md, "Phones". */
export const impossiblePhone = 'Ingrese un número de teléfono válido para su país'

/** Ten digits may be North American or of another country, so they alone name no country. */
async function findKnownCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${[...new Set(codes)]}::text[]) code
    where exists (
      select from clients where deleted_at is null and phone like code || '%' and length(phone) > 8
        and phone !~ '^[2-9][0-9]{2}[2-9][0-9]{6}$')`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

/** Returns undefined if the phone is refused; `current` is kept unchecked. */
export type SettlePhone = (typed: string, current?: string | null) => string | undefined

/** docs/product/clients.md, "Phones". */
export async function openPhones(db: Db, typed: readonly (string | null | undefined)[]): Promise<SettlePhone> {
  const read = new Map<string, ReadPhone | undefined>()
  for (const text of typed) if (text != null && !read.has(text)) read.set(text, readPhone(text))
  const known = await findKnownCodes(
    db,
    [...read.values()].flatMap((phone) => phone?.unsaid ?? []),
  )
  return (text, current) => {
    if (current != null && phoneDigits(text) === current) return current
    const phone = read.get(text)
    return phone === undefined || (phone.unsaid !== null && !known.has(phone.unsaid)) ? undefined : phone.digits
  }
}

type Phones = { phone?: string | null | undefined; secondPhone?: string | null | undefined }

/** docs/product/clients.md, "Phones". */
export function settlePhones(
  settle: SettlePhone,
  typed: Phones,
  current: Phones = {},
): { phone?: string; secondPhone?: string } {
  const settled: { phone?: string; secondPhone?: string } = {}
  const fields: Record<string, string> = {}
  for (const name of ['phone', 'secondPhone'] as const) {
    const text = typed[name]
    const digits = text == null ? undefined : settle(text, current[name])
    if (digits !== undefined) settled[name] = digits
    else if (text != null) fields[name] = impossiblePhone
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  return settled
}

const repeatedPhone = 'Es el mismo que el teléfono'

/** Finds a second phone that equals the first. */
export const findRepeatedPhone = (phone: string, secondPhone: string | null): string | undefined =>
  secondPhone !== null && phoneLoginKeys(secondPhone).includes(phone) ? repeatedPhone : undefined

type Checked = Pick<ClientDraft, 'phone' | 'secondPhone'>

/**
 * Looks up whose first phones these second ones are, and returns the check for a second phone. The check throws if a new one is the
 * client's own phone, or, as `phone_of_client`, another client's. docs/product/clients.md, "Phones".
 */
export async function findTakenPhones(
  db: Db,
  secondPhones: readonly (string | null | undefined)[],
): Promise<(draft: Checked, current?: Pick<Client, 'id' | 'secondPhone'>) => void> {
  const asked = [...new Set(secondPhones.filter((phone) => phone != null))]
  const { rows: owners } =
    asked.length === 0
      ? { rows: [] }
      : await sql<{ phone: string; id: string; casillero: string }>`
          select a.phone, c.id, c.casillero
          from unnest(${asked}::text[]) a (phone), list_number_owners(current_company(), a.phone) o
          join clients c on c.id = o.client_id where o.is_first order by c.id`.execute(db)
  return ({ phone, secondPhone }, current) => {
    if (secondPhone == null || secondPhone === current?.secondPhone) return
    const error = findRepeatedPhone(phone, secondPhone)
    if (error !== undefined) throw new AppError('invalid', { fields: { secondPhone: error } })
    const owner = owners.find((one) => one.phone === secondPhone && one.id !== current?.id)
    if (owner) throw fieldError('phone_of_client', 'secondPhone', { client: owner.casillero })
  }
}
