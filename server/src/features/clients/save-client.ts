import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import { casilleroCode, casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { getCompanySettings } from '../company/queries.ts'
import { holdAssignableTariff } from '../tariffs/queries.ts'
import { clientSearchText, insertClient, lockClient, refreshPackagesOfClient, updateClientRow } from './queries.ts'
import { requireFreeSecondPhone, settlePhones } from './require-phone.ts'

type Defaults = Pick<Client, 'defaultTariffMaritimoId' | 'defaultTariffAereoId'>

/**
 * Checks the default tariffs of a draft: one that the client had before may have expired, a newly chosen one must be
 * assignable.
 */
async function checkDefaultTariffs(db: Db, draft: ClientDraft, current: Defaults | undefined): Promise<void> {
  const { defaultTariffMaritimoId: sea, defaultTariffAereoId: air } = draft
  if (sea && sea !== current?.defaultTariffMaritimoId)
    await holdAssignableTariff(db, sea, 'maritimo', 'defaultTariffMaritimoId')
  if (air && air !== current?.defaultTariffAereoId) await holdAssignableTariff(db, air, 'aereo', 'defaultTariffAereoId')
}

/** Throws `credit_limit_forbidden` where another user than an admin changes the credit limit. docs/product/clients.md, "Credit limit". */
function checkCreditLimit(draft: ClientDraft, current: number | null, session: Pick<Session, 'userType'>): void {
  const isChanged = draft.creditLimit !== undefined && draft.creditLimit !== current
  if (isChanged && session.userType !== 'admin') throw fieldError('credit_limit_forbidden', 'creditLimit')
}

/** Adds a client and gives the casillero from the company's counter. docs/product/clients.md, "Fields". */
export async function createClient(db: Db, typed: ClientDraft, session: Pick<Session, 'userType'>): Promise<Client> {
  const draft = { ...typed, ...(await settlePhones(db, { phone: typed.phone, secondPhone: typed.secondPhone })) }
  await requireFreeSecondPhone(db, draft)
  checkCreditLimit(draft, null, session)
  await checkDefaultTariffs(db, draft, undefined)
  const company = await getCompanySettings(db)
  const { number } = await takeNumber(db, 'client')
  return await insertClient(
    db,
    draft,
    casilleroCode(casilleroPrefix(company.subdomain, company.casilleroPrefix), number),
  )
}

/**
 * Changes a client, and the search text of their packages with a new name. Throws `stale`. docs/product/clients.md, "Fields".
 */
export async function updateClient(
  db: Db,
  id: string,
  typed: ClientDraft,
  session: Pick<Session, 'userType'>,
): Promise<Client> {
  const current = await lockClient(db, id)
  const phones = await settlePhones(db, { phone: typed.phone, secondPhone: typed.secondPhone }, current)
  const draft = { ...typed, ...phones }
  requireVersion(draft, current)
  await requireFreeSecondPhone(db, draft, current)
  checkCreditLimit(draft, current.creditLimit, session)
  await checkDefaultTariffs(db, draft, current)
  const client = await updateClientRow(db, current, draft)
  if (clientSearchText(client) !== clientSearchText(current))
    await refreshPackagesOfClient(db, id, clientSearchText(client))
  return client
}
