import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * @returns a function that releases the lock, or undefined when another live process holds it
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const path = join(folder, 'server.lock')
  // SQLite has a file lock that the system drops with the process, even after kill -9; a pid file would stay.
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
  chmodSync(path, 0o600)
  return () => lock.close()
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
