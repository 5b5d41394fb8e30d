import { copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './refusal.ts'

/** Chosen by path from the top, with forward slashes; `empty` copies a folder without its contents. */
export type CopyChoice = 'copy' | 'skip' | 'empty'

/**
 * The folder may change: files that disappear are left out. Waits until the copy is on disk.
 * @returns how many bytes were copied
 */
export async function copyTree(
  from: string,
  to: string,
  choose: (path: string) => CopyChoice,
  top = '',
): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let bytes = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = top + entry.name
    const choice = choose(path)
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (choice === 'skip') continue
    if (entry.isDirectory()) {
      if (choice === 'empty') await mkdir(target, { mode: 0o700 })
      else bytes += await unlessGone(copyTree(source, target, choose, `${path}/`))
    } else if (entry.isFile()) {
      bytes += await unlessGone(copyOne(source, target))
    } else if (entry.isSymbolicLink()) {
      throw new EmbeddedPostgresError(
        'symbolic_link',
        source,
        `${source} is a symbolic link, so this folder cannot be copied safely.`,
      )
    }
  }
  return bytes
}

async function copyOne(source: string, target: string): Promise<number> {
  await copyFile(source, target)
  const file = await open(target, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
  return (await lstat(target)).size
}

async function unlessGone(work: Promise<number>): Promise<number> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}
