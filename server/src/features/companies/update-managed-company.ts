import type { CompanyEdit, ManagedCompany } from '@casillero/shared/contract/companies'
import { actInCompany } from '../../platform/auth/operator.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { keepLogo } from '../company/keep-logo.ts'
import { lockManagedCompany } from './queries.ts'

/** Throws `not_found`, `stale`. */
export async function updateManagedCompany(
  db: Db,
  id: string,
  edit: CompanyEdit,
  picture: Buffer | null,
): Promise<ManagedCompany> {
  await actInCompany(db, id)
  const current = await lockManagedCompany(db)
  requireVersion(edit, current)
  await db
    .updateTable('companies')
    .set({
      // An update without columns is no statement.
      name: edit.name ?? current.name,
      ruc: edit.ruc,
      address: edit.address,
      phone: edit.phone,
      email: edit.email,
      ...(picture ? { logo_url: await keepLogo(db, picture) } : {}),
    })
    .execute()
  return await lockManagedCompany(db)
}
