import { softDelete } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findTariffUse, lockTariff } from './queries.ts'

/** Deletes a tariff that is no default and that no package or client has. docs/product/catalogues.md, "Tariffs". */
export async function removeTariff(db: Db, id: string): Promise<null> {
  const tariff = await lockTariff(db, id)
  if (tariff.isDefault) throw new AppError('tariff_is_default')
  if ((await findTariffUse(db, id)).isLiving) throw new AppError('tariff_in_use')
  await softDelete(db, 'tariffs', id)
  return null
}
