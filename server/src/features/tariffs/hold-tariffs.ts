import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { automaticTariff, isChosenByHand } from '@casillero/shared/domain/package-choice'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { listTariffs, selectAssignable, toAssignable } from './queries.ts'

/** `isAssignable`: forms offer it today. */
export type HeldTariff = ReturnType<typeof toAssignable>

/** Takes share locks on chosen tariffs, so that none is deleted meanwhile. Deleted ones are left out. */
export async function holdTariffs(
  db: Db,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, HeldTariff>> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return new Map()
  const rows = await selectAssignable(db).where('id', '=', matchAny(wanted)).orderBy('id').forKeyShare().execute()
  return new Map(rows.map((row) => [row.id, toAssignable(row)]))
}

/**
 * Checks a newly chosen tariff; `field` is the form's field of the refusal. Throws `reference_not_found`, `tariff_type_mismatch`,
 * `tariff_not_available`.
 */
export function requireAssignable(tariff: HeldTariff | undefined, type: ShippingKind, field: string): void {
  if (!tariff) throw fieldError('reference_not_found', field)
  if (tariff.type !== type) throw fieldError('tariff_type_mismatch', field)
  if (!tariff.isAssignable) throw fieldError('tariff_not_available', field)
}

type Owner = { defaultTariffMaritimoId: string | null; defaultTariffAereoId: string | null }

/** Returns the tariff that follows from method and client, or null; `before`, with its client, if it was chosen by hand. */
export type ChooseTariff = (
  shippingMethod: ShippingKind,
  client: Owner | null | undefined,
  before?: { tariffId: string | null; client: Owner | undefined } | null,
) => string | null

export async function readToday(db: Db): Promise<string> {
  const { today } = await db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow()
  return today
}

/** Loads what the choice of a tariff depends on. docs/product/packages.md, "Receiving". */
export async function openTariffChoice(db: Db): Promise<ChooseTariff> {
  const [{ data: tariffs }, today] = await Promise.all([listTariffs(db, {}), readToday(db)])
  return (shippingMethod, client, before) =>
    before && isChosenByHand(tariffs, before.tariffId, { shippingMethod, client: before.client ?? null, today })
      ? before.tariffId
      : (automaticTariff(tariffs, { shippingMethod, client: client ?? null, today })?.id ?? null)
}
