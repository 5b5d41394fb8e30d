import { parseArgs } from 'node:util'
import { newPassword } from '@casillero/shared/contract/users'
import * as z from 'zod/mini'
import { migrate } from '../platform/database/migrate.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'
import { choosePassword } from './choose-password.ts'
import { setPassword } from './set-password.ts'
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
