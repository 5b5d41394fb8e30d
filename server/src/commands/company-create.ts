import { parseArgs } from 'node:util'
import { migrate } from '../platform/database/migrate.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'
import { choosePassword } from './choose-password.ts'
import { type CompanyToOpen, listProblems, openCompany } from './open-company.ts'
import { withOwnerUrl } from './with-owner-url.ts'

const usage = `Opens a company with its first admin.

  npm run company:create -- --name "Encomiendas del Sur" --subdomain sur --first-name Ana --email ana@example.com
      [--last-name Ruiz] [--operator]

The password is asked for; without a terminal, or when nothing is typed, one is generated and printed once.
It never stands on the command line. --operator makes the company that runs the platform.`

try {
  const { values } = parseArgs({
    options: {
      name: { type: 'string', default: '' },
      subdomain: { type: 'string', default: '' },
      'first-name': { type: 'string', default: '' },
      'last-name': { type: 'string', default: '' },
      email: { type: 'string', default: '' },
      operator: { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  const { password, isGenerated } = await choosePassword('the first admin', config)
  const company: CompanyToOpen = {
    name: values.name,
    subdomain: values.subdomain,
    firstName: values['first-name'],
    lastName: values['last-name'],
    email: values.email,
    password,
    isOperator: values.operator,
  }
  const problems = listProblems(company)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n\n${usage}`)
  await withOwnerUrl(config, { mayMake: true, say: console.log }, async (ownerUrl) => {
    await migrate(ownerUrl, { say: console.log })
    await openCompany(ownerUrl, company)
  })
  console.log(`Opened "${company.name}" on the subdomain ${company.subdomain}. ${company.email} can sign in.`)
  if (isGenerated) console.log(`Password, shown this once: ${password}`)
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}
