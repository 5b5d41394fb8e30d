import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runToEnd } from './child-process.mjs'
import { fetchPackedChromium, findPackedChromium } from './packed-chromium.mjs'

const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium for the browser tests, or installs one: a headless shell where it can be had, because it draws no window and runs
 * the stories in half of the time, else a whole browser that is there.
 *
 * @param {string} node
 * @returns {Promise<string>} the path of the program
 */
export async function ensureChromium(node) {
  const asked = process.env.CHROMIUM_PATH
  if (asked && !existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, which does not exist.`)
  const shell = asked || findOnPath(shells)
  if (shell) return shell
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    await runToEnd('apt-get', ['-qq', 'update'], quiet)
    await installPackage('chromium-headless-shell')
  }
  const onPath = findOnPath(shells) ?? findOnPath(browsers) ?? macPaths.find(existsSync)
  const found = onPath ?? findPlaywrights(node) ?? findPackedChromium()
  if (found) return found
  // Older systems have no package of the shell alone.
  if (mayInstall) await installPackage('chromium')
  const installed = findOnPath(browsers)
  if (installed) return installed
  console.log('Fetching Chromium for the browser tests (playwright install chromium) …')
  await runToEnd(node, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])
  const fetched = findPlaywrights(node) ?? (await fetchPackedChromium())
  if (fetched) return fetched
  throw new Error('No Chromium could be installed: install one by hand and name it in CHROMIUM_PATH.')
}

const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }

async function installPackage(name) {
  console.log(`Installing Chromium for the browser tests (apt-get install ${name}) …`)
  await runToEnd('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name], quiet)
}

function findOnPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

function findPlaywrights(node) {
  const source = "import('playwright-core').then(({ default: { chromium } }) => console.log(chromium.executablePath()))"
  try {
    const path = execFileSync(node, ['-e', source], { encoding: 'utf8' }).trim()
    // Where its libraries are missing it is there and does not start.
    return existsSync(path) && spawnSync(path, ['--version']).status === 0 ? path : undefined
  } catch {
    return undefined
  }
}
