import { parseArgs } from 'node:util'
import { newUserDraft } from '@casillero/shared/contract/users'
import { searchText } from '@casillero/shared/domain/search-text'
import {
  isEncodedLabel,
  operatorSubdomains,
  reservedSubdomains,
  subdomainPattern,
} from '@casillero/shared/domain/tenant-host'
import * as z from 'zod/mini'
import { hashPassword } from '../platform/auth/password.ts'
import { migrate } from '../platform/database/migrate.ts'
import { withConnection } from '../platform/database/single-connection.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'
import { choosePassword } from './choose-password.ts'
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

type CompanyToOpen = {
  name: string
  subdomain: string
  firstName: string
  lastName: string
  email: string
  password: string
  isOperator: boolean
}

function listProblems(company: CompanyToOpen): string[] {
  const problems: string[] = []
  if (company.name.trim() === '') problems.push('--name is missing.')
  if (!subdomainPattern.test(company.subdomain) || isEncodedLabel(company.subdomain)) {
    problems.push(
      '--subdomain takes lower case letters, digits and dashes, 63 characters at most, no -- after two of them.',
    )
  } else if (company.isOperator && !operatorSubdomains.includes(company.subdomain)) {
    problems.push(`An operator's --subdomain is one of ${operatorSubdomains.join(', ')}.`)
  } else if (!company.isOperator && reservedSubdomains.includes(company.subdomain)) {
    problems.push(`The subdomain "${company.subdomain}" is reserved.`)
  }
  const admin = z.safeParse(newUserDraft, { ...company, type: 'admin' })
  for (const issue of admin.error?.issues ?? []) problems.push(`${issue.path.join('.')}: ${issue.message}`)
  return problems
}

/**
 * Works on the owner's connection.
 * @throws an English sentence when the subdomain is taken
 */
async function openCompany(ownerUrl: string, company: CompanyToOpen): Promise<void> {
  const hash = await hashPassword(company.password)
  await withConnection(ownerUrl, async (client) => {
    await client.query('begin')
    const taken = await client.query('select from companies where subdomain = $1', [company.subdomain])
    if (taken.rowCount) throw new Error(`There is already a company on the subdomain "${company.subdomain}".`)
    const opened = await client.query<{ id: string }>('select open_company($1, $2, $3) as id', [
      company.name.trim(),
      company.subdomain,
      company.isOperator,
    ])
    const email = company.email.trim()
    await client.query(
      `insert into users (company_id, first_name, last_name, email, password_hash, type, search_text)
       values ($1, $2, $3, $4, $5, 'admin', $6)`,
      [
        opened.rows[0]?.id,
        company.firstName.trim(),
        company.lastName.trim() || null,
        email,
        hash,
        searchText(company.firstName, company.lastName, email),
      ],
    )
    await client.query('commit')
  })
}
