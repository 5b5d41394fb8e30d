import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from './child-process.mjs'

/**
 * Takes packages of the distribution apart in a folder: installed, they would start services.
 *
 * @param {string} folder where their files go
 * @param {string[]} names of the packages
 * @returns {Promise<boolean>} false where the distribution has no apt
 */
export async function unpackPackages(folder, names) {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) return false
  console.log(`Fetching ${names[0]} for the tests (apt-get download ${names.join(' ')}) …`)
  mkdirSync(folder, { recursive: true })
  const download = ['-c', `cd ${folder} && apt-get -qq -o APT::Sandbox::User=root download ${names.join(' ')}`]
  if ((await runToEnd('sh', download)) !== 0) {
    await runToEnd('apt-get', ['-qq', 'update'])
    await runToEnd('sh', download)
  }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.deb'))) {
    await runToEnd('dpkg-deb', ['-x', join(folder, name), folder])
  }
  return true
}
