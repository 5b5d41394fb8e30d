import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runToEnd } from './child-process.mjs'

const version = '18'
const suite = 'forky'

/**
 * Finds psql, pg_dump and pg_restore of PostgreSQL 18, or unpacks those of a later Debian into a root of their own.
 *
 * @returns {Promise<string[] | undefined>} what stands before such a program's name, or undefined where there is none
 */
export async function ensurePgClient() {
  const says = (prefix) => {
    const [program, ...parameters] = [...prefix, 'pg_dump', '--version']
    return spawnSync(program, parameters, { encoding: 'utf8' }).stdout?.includes(` ${version}.`) ?? false
  }
  if (says([])) return []
  const root = resolve('test-results/pg-client')
  const inside = ['chroot', root]
  if (says(inside)) return inside
  if (process.getuid?.() !== 0 || spawnSync('mmdebstrap', ['--version']).status !== 0) return undefined
  console.log(`Fetching pg_dump ${version} for the tests (mmdebstrap ${suite}) …`)
  const parameters = ['--quiet', '--variant=minbase', `--include=postgresql-client-${version}`]
  // A mirror may lag behind; what it gives is signed all the same.
  parameters.push('--aptopt=Acquire::Check-Valid-Until "false"')
  if (!existsSync(root)) await runToEnd('mmdebstrap', [...parameters, suite, root])
  return says(inside) ? inside : undefined
}
