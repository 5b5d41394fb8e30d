import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** The log names the operator's user. Throws `not_found`. docs/product/operator.md, "Who may". */
export async function actInCompany(db: Db, companyId: string): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`select act_in_company(${companyId}) as "isThere"`.execute(db)
  if (!rows[0]?.isThere) throw new AppError('not_found')
}

/** docs/product/operator.md, "What a company starts with". */
export async function openCompanyAsOperator(db: Db, company: { name: string; subdomain: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select open_company_as_operator(${company.name}, ${company.subdomain}) as id`.execute(db)
  const [opened] = rows
  if (!opened) throw new AppError('internal')
  return opened.id
}
