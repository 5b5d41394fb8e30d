import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { runToEnd } from './child-process.mjs'

/**
 * Finds a server for the tests, or takes the distribution's package apart for them: installed, it would start a service.
 *
 * @param {string} name of the program, and of its package
 * @param {string[]} [libraries] the packages of its libraries that an ordinary machine has not
 * @returns {Promise<{ program: string, libraries: string } | undefined>} the program, and the folder that its libraries may be in;
 * undefined where none can be had
 */
export async function ensureProgram(name, libraries = []) {
  const variable = `${name.toUpperCase()}_PATH`
  const asked = process.env[variable]
  if (asked && !existsSync(asked)) throw new Error(`${variable} names ${asked}, which does not exist.`)
  const unpacked = join('test-results', name)
  const found = asked ? { program: asked, libraries: '' } : findProgram(name, unpacked)
  if (found) return found
  for (const packages of [[name, ...libraries], [name]]) {
    if (!(await unpack(unpacked, packages))) return undefined
    const fetched = findProgram(name, unpacked)
    if (fetched) return fetched
  }
  return undefined
}

function findProgram(name, unpacked) {
  const libraries = resolve(unpacked, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)
  const env = { ...process.env, LD_LIBRARY_PATH: libraries }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const program = [...folders, '/usr/sbin', '/usr/local/sbin', join(unpacked, 'usr/sbin')]
    .map((folder) => resolve(folder, name))
    .find((path) => existsSync(path) && spawnSync(path, ['-v'], { env }).status === 0)
  return program && { program, libraries }
}

async function unpack(folder, names) {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) return false
  console.log(`Fetching ${names[0]} for the tests (apt-get download ${names.join(' ')}) …`)
  mkdirSync(folder, { recursive: true })
  const download = ['-c', `cd ${folder} && apt-get -qq -o APT::Sandbox::User=root download ${names.join(' ')}`]
  if ((await runToEnd('sh', download)) !== 0) {
    await runToEnd('apt-get', ['-qq', 'update'])
    await runToEnd('sh', download)
  }
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.deb')))
    await runToEnd('dpkg-deb', ['-x', join(folder, file), folder])
  return true
}
