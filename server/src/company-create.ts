import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type CompanyToOpen, openCompany, problemsOf } from './open-company.ts'
import { readConfig } from './platform/config.ts'
import { migrate } from './platform/migrate.ts'
import { withOwnerUrl } from './platform/owner-url.ts'

const usage = `Opens a company with its first admin.

  npm run company:create -- --name "Encomiendas del Sur" --subdomain sur --first-name Ana --email ana@example.com
      [--last-name Ruiz] [--operator]

The password is asked for; without a terminal, or when nothing is typed, one is generated and printed once.
It never stands on the command line. --operator makes the company that runs the platform.`

/** Asks without showing what is typed; without a terminal there is nobody to ask. */
function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return Promise.resolve('')
  process.stdout.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  return new Promise((resolve) => {
    terminal.question('', (answer) => {
      terminal.close()
      process.stdout.write('\n')
      resolve(answer)
    })
  })
}

async function choosePassword(): Promise<{ password: string; isGenerated: boolean }> {
  const typed = await ask('Password of the first admin (Enter generates one): ')
  if (typed === '') return { password: randomBytes(15).toString('base64url'), isGenerated: true }
  if (typed !== (await ask('Once more: '))) throw new Error('The two passwords differ; nothing was done.')
  return { password: typed, isGenerated: false }
}

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
  const { password, isGenerated } = await choosePassword()
  const company: CompanyToOpen = {
    name: values.name,
    subdomain: values.subdomain,
    firstName: values['first-name'],
    lastName: values['last-name'],
    email: values.email,
    password,
    isOperator: values.operator,
  }
  const problems = problemsOf(company)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n\n${usage}`)
  await withOwnerUrl(readConfig(process.env), { mayMake: true, say: console.log }, async (ownerUrl) => {
    await migrate(ownerUrl, { directory: join(import.meta.dirname, '../migrations'), say: console.log })
    await openCompany(ownerUrl, company)
  })
  console.log(`Opened "${company.name}" on the subdomain ${company.subdomain}. ${company.email} can sign in.`)
  if (isGenerated) console.log(`Password, shown this once: ${password}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
