import { existsSync, readFileSync } from 'node:fs'
import { runToEnd } from './child-process.mjs'
import { withLock } from './lock.mjs'

const installed = 'node_modules/.package-lock.json'
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs what package-lock.json names when what is installed differs from it. Not with `npm ci`: it refuses a lockfile
 * written where the registry lacked the binaries of other platforms, which this one was.
 *
 * @param {{ withTools: boolean }} options whether what only tests, checks and benches need is needed too; what is there is kept
 */
export async function ensureInstalled({ withTools }) {
  if (isInstalled(withTools)) return
  await withLock('install', async () => {
    // Another start may have installed while this one waited.
    if (isInstalled(withTools)) return
    console.log('Installing dependencies (at the first start, up to a minute) …')
    const hasTools = Object.values(packagesOf(installed) ?? {}).some(({ dev }) => dev)
    // npm 10 does not know `allowScripts` and would run every package's script; none is needed (`makeLibraryLinks`).
    const tools = withTools || hasTools ? '--include=dev' : '--omit=dev'
    const code = await runNpm(['install', '--no-save', '--ignore-scripts', tools, '--include=optional', ...quietly])
    if (code !== 0) throw new Error(`Installing the dependencies failed: "npm install" ended with code ${code}.`)
  })
}

/** Runs the npm that runs this, where one does. */
export function runNpm(parameters) {
  const npm = process.env.npm_execpath ?? ''
  if (npm.endsWith('npm-cli.js')) return runToEnd(process.execPath, [npm, ...parameters])
  return runToEnd(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters)
}

/** Compares npm's own record inside node_modules, which it writes last, with the lockfile: an installation cut short has none. */
function isInstalled(withTools) {
  const locked = packagesOf('package-lock.json')
  const found = packagesOf(installed)
  if (!locked || !found) return false
  const paths = Object.keys(locked).filter(
    (path) => /(^|\/)node_modules\//.test(path) && (withTools || !locked[path].dev),
  )
  return paths.every((path) => {
    const expected = locked[path]
    const actual = found[path]
    if (!actual) return Boolean(expected.optional || expected.devOptional)
    // `npm install --package-lock-only` records a workspace that it did not link.
    if (expected.link && !existsSync(path)) return false
    return actual.version === expected.version && actual.integrity === expected.integrity
  })
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages
  } catch {
    return undefined
  }
}
