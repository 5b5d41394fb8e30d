import { proposedHours } from '@casillero/shared/domain/opening-hours'
import { searchText } from '@casillero/shared/domain/search-text'
import type { Client } from 'pg'
import { hashPassword } from '../platform/auth/password.ts'
import { withConnection } from '../platform/database/single-connection.ts'
import {
  demoAccounts,
  demoCompany,
  demoPassword,
  operatorAccounts,
  operatorCompany,
  rulesAccounts,
  rulesCompany,
} from './staff.ts'

type Company = typeof demoCompany | typeof rulesCompany | typeof operatorCompany

async function openCompany(owner: Client, company: Company, accounts: typeof demoAccounts): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select open_company($1, $2, $3) as id', [
    company.name,
    company.subdomain,
    company.isOperator,
  ])
  const id = rows[0]?.id
  await owner.query(
    `update companies set ruc = $2, address = $3, phone = $4, email = $5, invoice_footer = $6, is_demo = true,
        us_address = $7, has_public_tracking = not is_operator, has_public_tariffs = not is_operator,
        sign_up = case when is_operator then 'off' else 'approval' end, opening_hours = case when not is_operator then $8::jsonb end,
        payment_accounts = $9
      where id = $1`,
    [
      id,
      company.ruc,
      company.address,
      company.phone,
      company.email,
      company.invoiceFooter,
      company.usAddress,
      JSON.stringify(proposedHours),
      JSON.stringify(company.paymentAccounts),
    ],
  )
  for (const account of accounts) {
    await owner.query(
      `insert into users (company_id, first_name, last_name, email, phone, password_hash, type, search_text)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        account.firstName,
        account.lastName,
        account.email,
        account.phone,
        await hashPassword(demoPassword),
        account.type,
        searchText(account.firstName, account.lastName, account.email, account.phone),
      ],
    )
  }
}

/**
 * Opens the demo's two companies and the operator's, with their staff, in one transaction, dated `foundedAt`. Does nothing where there
 * is a company already: their password is published, and the operator's account reaches every company.
 */
export function openCompanies(ownerUrl: string, foundedAt: Date): Promise<void> {
  return withConnection(ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query("select set_config('app.now', $1, true)", [foundedAt.toISOString()])
    const { rowCount } = await owner.query('select from companies limit 1')
    if (rowCount === 0) {
      await openCompany(owner, demoCompany, demoAccounts)
      await openCompany(owner, rulesCompany, rulesAccounts)
      await openCompany(owner, operatorCompany, operatorAccounts)
    }
    await owner.query('commit')
  })
}
