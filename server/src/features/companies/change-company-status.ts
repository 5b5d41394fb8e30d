import type { CompanyStatus, ManagedCompany } from '@casillero/shared/contract/companies'
import { actInCompany } from '../../platform/auth/operator.ts'
import { endSessionsOfCompany } from '../../platform/auth/session.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockManagedCompany } from './queries.ts'

/** docs/product/operator.md, "Status of a company". */
export async function changeCompanyStatus(
  db: Db,
  id: string,
  status: CompanyStatus,
  session: Session,
): Promise<ManagedCompany> {
  if (id === session.companyId) throw new AppError('own_company_status')
  await actInCompany(db, id)
  await lockManagedCompany(db)
  await db.updateTable('companies').set({ status }).execute()
  if (status !== 'active') await endSessionsOfCompany(db)
  return await lockManagedCompany(db)
}
