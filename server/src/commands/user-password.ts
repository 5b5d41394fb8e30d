import { parseArgs } from 'node:util'
import { newPassword } from '@casillero/shared/contract/users'
import { phoneLoginKeys, signInName } from '@casillero/shared/domain/phone'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import { hashPassword } from '../platform/auth/password.ts'
import { migrate } from '../platform/database/migrate.ts'
import { withConnection } from '../platform/database/single-connection.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'
import { choosePassword } from './choose-password.ts'
import { withOwnerUrl } from './with-owner-url.ts'

const usage = `Gives a user who lost it a new password, and ends the user's sessions.

  npm run user:password -- --subdomain sur --identifier ana@example.com

The identifier is the e-mail or the phone that the user signs in with. The password is asked for; without a terminal, or
when nothing is typed, one is generated and printed once. It never stands on the command line.

With --reset-second-step a second step that was lost is taken away too.`

try {
  const { values } = parseArgs({
    options: {
      subdomain: { type: 'string', default: '' },
      identifier: { type: 'string', default: '' },
      'reset-second-step': { type: 'boolean', default: false },
    },
  })
  const { subdomain, identifier } = values
  if (subdomain === '' || identifier === '') throw new Error(usage)
  const config = readConfig(process.env)
  const { password, isGenerated } = await choosePassword(identifier, config)
  const problem = z.safeParse(newPassword, password).error?.issues[0]?.message
  if (problem !== undefined) throw new Error(`${problem}; nothing was done.`)
  const changed = await withOwnerUrl(config, { mayMake: false, say: console.log }, async (ownerUrl) => {
    await migrate(ownerUrl, { say: console.log })
    const resetsSecondStep = values['reset-second-step']
    return await setPassword(ownerUrl, { subdomain, identifier, password, resetsSecondStep })
  })
  console.log(`${changed.fullName} has a new password; the sessions of before have ended.`)
  if (!changed.isActive) console.log('The account is inactive: an admin has to activate it before it can sign in.')
  if (isGenerated) console.log(`Password, shown this once: ${password}`)
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}

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
 * Ends the sessions, forgets failed tries, and logs the change as the system's.
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
