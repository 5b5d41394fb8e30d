import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const leastRoom = 4 * 1024 ** 3

/** The free bytes of a file system; 0 where there is none. */
function roomOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * Makes a folder for a database that one run throws away: in memory where there is plenty of it, because databases that come and go
 * by the hundred keep a file system busy for a quarter of the run.
 */
export function makeScratchFolder(name: string): string {
  const hasRoom = Math.min(roomOf(memory), process.availableMemory()) >= leastRoom
  const folder = mkdtempSync(join(hasRoom ? memory : tmpdir(), `${name}-`))
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  return folder
}
