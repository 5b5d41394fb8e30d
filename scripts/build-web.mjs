import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { runToEnd } from './child-process.mjs'
import { withLock } from './lock.mjs'

const stamp = 'web/dist/.built-from'
const sources = ['package-lock.json', 'tsconfig.base.json', 'shared/package.json', 'shared/src', 'web']
const smallestWorthCompressing = 1024
const notSources = new Set(['dist', 'node_modules'])

/**
 * Builds the browser app when its sources changed since the last build.
 *
 * @param {string} node
 */
export async function buildWeb(node) {
  await withLock('build', async () => {
    const current = fingerprint()
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
    console.log('Building the browser app …')
    // Deleted first and written last, so that an interrupted build is done again.
    rmSync(stamp, { force: true })
    const parameters = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn']
    const code = await runToEnd(node, parameters, { env: { NODE_ENV: 'production' } })
    if (code !== 0) throw new Error(`Building the browser app failed: Vite ended with code ${code}.`)
    compress('web/dist')
    writeFileSync(stamp, current)
  })
}

/** The server sends the file beside, and spends no time on compressing while a client waits. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue
    const content = readFileSync(path)
    if (content.length < smallestWorthCompressing) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) add(hash, source)
  return hash.digest('hex')
}

function add(hash, path) {
  const entries = tryToList(path)
  if (!entries) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
    return
  }
  for (const name of entries.sort()) if (!notSources.has(name)) add(hash, `${path}/${name}`)
}

function tryToList(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
