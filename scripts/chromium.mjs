import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runToEnd } from './child-process.mjs'

// The shell draws no window of its own, and runs the stories in two thirds of the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium for the browser tests, or installs one.
 *
 * @param {string} node
 * @returns {Promise<string>} the path of the program
 */
export async function ensureChromium(node) {
  const asked = process.env.CHROMIUM_PATH
  if (asked && !existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, which does not exist.`)
  const found = asked || findInstalled() || findPlaywrights(node)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await runToEnd('apt-get', ['-qq', 'update'], quiet)
    // Older systems have no package of the shell alone.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      console.log(`Installing Chromium for the browser tests (apt-get install ${name}) …`)
      await runToEnd('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name], quiet)
      const installed = findInstalled()
      if (installed) return installed
    }
  }
  console.log('Fetching Chromium for the browser tests (playwright install chromium) …')
  await runToEnd(node, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])
  const fetched = findPlaywrights(node)
  if (fetched) return fetched
  throw new Error('No Chromium could be installed: install one by hand and name it in CHROMIUM_PATH.')
}

function findInstalled() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...paths, ...macPaths].find((path) => existsSync(path))
}

function findPlaywrights(node) {
  const source = "import('playwright-core').then(({ default: { chromium } }) => console.log(chromium.executablePath()))"
  try {
    const path = execFileSync(node, ['-e', source], { encoding: 'utf8' }).trim()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
