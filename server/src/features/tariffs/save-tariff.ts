import type { Tariff, TariffDraft } from '@casillero/shared/contract/tariffs'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import {
  clearDefaultTariff,
  findTariffUse,
  insertTariff,
  isPast,
  lockDefaultTariffs,
  lockTariff,
  updateTariffRow,
} from './queries.ts'

/** Refuses a tariff that has ended as a new default; a default that ends later stays the default. */
async function refuseUnusableDefault(db: Db, draft: TariffDraft, current?: Tariff): Promise<void> {
  if (!draft.isDefault) return
  if (!draft.isActive) throw fieldError('default_tariff_inactive', 'isActive')
  if (draft.endDate === null || (current?.isDefault && current.endDate === draft.endDate)) return
  if (await isPast(db, draft.endDate)) throw fieldError('default_tariff_expired', 'endDate')
}

/**
 * Adds a tariff; making it the default takes that from the other in the same step. Throws
 * `default_tariff_inactive`, `default_tariff_expired`.
 * docs/product/catalogues.md, "Tariffs".
 */
export async function createTariff(db: Db, draft: TariffDraft): Promise<Tariff> {
  await refuseUnusableDefault(db, draft)
  if (draft.isDefault) {
    await lockDefaultTariffs(db)
    await clearDefaultTariff(db, draft.type, null)
  }
  return await insertTariff(db, draft)
}

/**
 * Changes a tariff. No package is repriced: each keeps the price it was given. Throws `stale`, `tariff_type_in_use`, and
 * what `createTariff` does.
 * docs/product/catalogues.md, "Tariffs".
 */
export async function updateTariff(db: Db, id: string, draft: TariffDraft): Promise<Tariff> {
  if (draft.isDefault) await lockDefaultTariffs(db)
  const current = await lockTariff(db, id)
  requireVersion(draft, current)
  await refuseUnusableDefault(db, draft, current)
  // A deleted package still names its tariff, and the database compares their types.
  if (draft.type !== current.type && (await findTariffUse(db, id)).isAny) throw fieldError('tariff_type_in_use', 'type')
  if (draft.isDefault) await clearDefaultTariff(db, draft.type, id)
  return await updateTariffRow(db, id, draft)
}
