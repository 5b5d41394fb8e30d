import { checkPassword, refusePassword } from '../platform/auth/password.ts'
import { withConnection } from '../platform/database/single-connection.ts'
import { demoCompany, demoPassword, operatorCompany, rulesCompany } from './staff.ts'

type Account = { companyId: string; id: string; subdomain: string; name: string; hash: string }

/**
 * Makes the demo's published password wrong for every account from now on, ends the sessions and access tokens of accounts that still
 * have it, and says a line for each. For installations in production.
 *
 * @param ownerUrl a connection string of the role that owns the database
 */
export async function closeDemoAccounts(ownerUrl: string, say: (line: string) => void): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    // Neither a company's subdomain nor these two times ever change, so that a renamed account is found too, and few hashes are
    // checked.
    const { rows } = await owner.query<Account>(
      `select c.id as "companyId", u.id, c.subdomain, coalesce(u.email, u.phone) as name, u.password_hash as hash
       from users u join companies c on c.id = u.company_id
       where c.subdomain = any ($1) and u.created_at = c.created_at and u.deleted_at is null
       order by c.subdomain, name`,
      [[demoCompany, rulesCompany, operatorCompany].map(({ subdomain }) => subdomain)],
    )
    for (const { companyId, id, subdomain, name, hash } of rows) {
      if (!(await checkPassword(hash, demoPassword))) continue
      await owner.query('delete from sessions where company_id = $1 and user_id = $2', [companyId, id])
      await owner.query(
        'update access_tokens set ended_at = now() where company_id = $1 and user_id = $2 and ended_at is null',
        [companyId, id],
      )
      say(
        `${name} of the company "${subdomain}" still has the demo's password, and cannot sign in before it gets another.`,
      )
    }
  })
  refusePassword(demoPassword)
}
