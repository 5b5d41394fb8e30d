import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * @returns a function that lets go of the lock, or undefined when another live process holds it
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const path = join(folder, 'server.lock')
  // SQLite serves for its file lock, which the system drops with the process, kill -9 included; a pid file would stay.
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
