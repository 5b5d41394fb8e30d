import { spawnSync } from 'node:child_process'
import { runToEnd } from './child-process.mjs'

/** Programs that read what is exported and write what is imported, each with the Debian package that has it. */
const programs = { soffice: 'libreoffice-calc-nogui', ssconvert: 'gnumeric', python3: 'python3' }

const isThere = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/**
 * Installs LibreOffice and Gnumeric for the tests that have independent programs read and write files, where it may. Without them
 * these tests are red and name what is missing.
 */
export async function ensureOffice() {
  const missing = Object.entries(programs).filter(([program]) => !isThere(program))
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return
  const packages = missing.map(([, name]) => name)
  console.log(`Installing what reads and writes spreadsheets for the tests (apt-get install ${packages.join(' ')}) …`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runToEnd('apt-get', ['-qq', 'update'], quiet)
  await runToEnd('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], quiet)
}
