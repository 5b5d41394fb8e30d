import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { unpackPackages } from './debian-packages.mjs'

const unpacked = 'test-results/nginx'

/**
 * Finds an nginx for the tests, or takes the distribution's package apart for them: installed, it would start a service.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function ensureNginx() {
  const asked = process.env.NGINX_PATH
  if (asked && !existsSync(asked)) throw new Error(`NGINX_PATH names ${asked}, which does not exist.`)
  const found = asked || findNginx()
  if (found) return found
  if (await unpackPackages(unpacked, ['nginx'])) {
    const fetched = findNginx()
    if (fetched) return fetched
  }
  throw new Error('These tests need nginx, and none was found or could be fetched: name one in NGINX_PATH.')
}

function findNginx() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    join(unpacked, 'usr/sbin'),
  ]
  return folders.map((folder) => resolve(folder, 'nginx')).find((path) => existsSync(path))
}
