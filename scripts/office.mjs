import { spawnSync } from 'node:child_process'
import { runToEnd } from './child-process.mjs'

/** Programs that read what is exported and write what is imported, each with the Debian package that has it. */
const programs = { soffice: 'libreoffice-calc-nogui', ssconvert: 'gnumeric', python3: 'python3' }

const isThere = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/**
 * Installs LibreOffice and Gnumeric for the tests that have independent programs read and write files, where it may. Without them
 * these tests are left out, with a sentence that names the packages.
 */
export async function ensureOffice() {
  const missing = Object.entries(programs).filter(([program]) => !isThere(program))
  const packages = missing.map(([, name]) => name)
  if (packages.length === 0) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) {
    console.log(`Tests that read and write spreadsheets by other programs are left out: install ${packages.join(' ')}.`)
    return
  }
  console.log(`Installing what reads and writes spreadsheets for the tests (apt-get install ${packages.join(' ')}) …`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runToEnd('apt-get', ['-qq', 'update'], quiet)
  await runToEnd('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], quiet)
}
