import { phoneLoginKeys, signInName } from '@casillero/shared/domain/phone'
import type { Client } from 'pg'
import { hashPassword } from '../platform/auth/password.ts'
import { withConnection } from '../platform/database/single-connection.ts'

type Found = {
  companyId: string
  userId: string
  fullName: string
  status: string
  email: string | null
  phone: string | null
}

async function lockUser(client: Client, subdomain: string, identifier: string): Promise<Found> {
  const company = await client.query('select from companies where subdomain = $1', [subdomain])
  if (!company.rowCount) throw new Error(`There is no company on the subdomain "${subdomain}".`)
  const typed = identifier.trim().toLowerCase()
  const { rows } = await client.query<Found>(
    `select u.company_id as "companyId", u.id as "userId", u.full_name as "fullName", u.status, u.email, u.phone
     from users u join companies c on c.id = u.company_id
     where c.subdomain = $1 and u.deleted_at is null and (lower(u.email) = $2 or u.phone = any ($3))
     order by (lower(u.email) = $2) desc nulls last, array_position($3, u.phone), u.id
     limit 1
     for update of u`,
    [subdomain, typed, phoneLoginKeys(typed)],
  )
  const [found] = rows
  if (!found) throw new Error(`No user of "${subdomain}" signs in with "${identifier}".`)
  return found
}

/**
 * The sessions end, failed tries are forgotten, and the log names the system.
 * @returns the user's name, and whether the account is active
 * @throws an English sentence when there is no such company or user
 */
export async function setPassword(
  ownerUrl: string,
  {
    subdomain,
    identifier,
    password,
    resetsSecondStep = false,
  }: { subdomain: string; identifier: string; password: string; resetsSecondStep?: boolean },
): Promise<{ fullName: string; isActive: boolean }> {
  const hash = await hashPassword(password)
  return await withConnection(ownerUrl, async (client) => {
    await client.query('begin')
    const { companyId, userId, fullName, status, email, phone } = await lockUser(client, subdomain, identifier)
    const user = [companyId, userId]
    await client.query('update users set password_hash = $3 where company_id = $1 and id = $2', [...user, hash])
    await client.query('delete from sessions where company_id = $1 and user_id = $2', user)
    if (resetsSecondStep) {
      await client.query("select set_config('app.company_id', $1, true)", [companyId])
      await client.query('select reset_second_step($1)', [userId])
    }
    const names = [`user ${userId}`, ...[email, phone].filter((each) => each !== null).map(signInName)]
    for (const table of ['sign_in_failures', 'sign_in_tries']) {
      await client.query(`delete from ${table} where company_id = $1 and identifier = any ($2)`, [companyId, names])
    }
    await client.query('commit')
    return { fullName, isActive: status === 'active' }
  })
}
