import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { unpackPackages } from './debian-packages.mjs'

const unpacked = 'test-results/haproxy'
// HAProxy's own, and the libraries of Debian 12 and 13 that an ordinary machine has not.
const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']

/**
 * Finds an HAProxy for the tests, or takes the distribution's package apart for them.
 *
 * @returns {Promise<{ program: string, libraries: string } | undefined>} the program, and the folder that its libraries may be in;
 * undefined where none can be had
 */
export async function ensureHaproxy() {
  const asked = process.env.HAPROXY_PATH
  if (asked && !existsSync(asked)) throw new Error(`HAPROXY_PATH names ${asked}, which does not exist.`)
  const found = asked ? { program: asked, libraries: '' } : findHaproxy()
  if (found) return found
  for (const names of [packages, packages.slice(0, 1)]) {
    if (!(await unpackPackages(unpacked, names))) return undefined
    const fetched = findHaproxy()
    if (fetched) return fetched
  }
  return undefined
}

function findHaproxy() {
  const libraries = resolve(unpacked, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    join(unpacked, 'usr/sbin'),
  ]
  const program = folders
    .map((folder) => resolve(folder, 'haproxy'))
    .find((path) => {
      const env = { ...process.env, LD_LIBRARY_PATH: libraries }
      return existsSync(path) && spawnSync(path, ['-v'], { env }).status === 0
    })
  return program && { program, libraries }
}
