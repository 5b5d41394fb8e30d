import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { demoPassword } from '../demo/staff.ts'
import type { Config } from '../platform/process/config.ts'

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

/**
 * Asks twice. Without a terminal, or when nothing is typed, generates one.
 * @throws an English sentence when the two differ, and in production for the demo's password
 */
export async function choosePassword(
  of: string,
  { environment }: Pick<Config, 'environment'>,
): Promise<{ password: string; isGenerated: boolean }> {
  const typed = await ask(`Password of ${of} (Enter generates one): `)
  if (typed === '') return { password: randomBytes(15).toString('base64url'), isGenerated: true }
  if (environment === 'production' && typed === demoPassword) {
    throw new Error("That is the demo's password, which is published; nothing was done.")
  }
  if (typed !== (await ask('Once more: '))) throw new Error('The two passwords differ; nothing was done.')
  return { password: typed, isGenerated: false }
}
