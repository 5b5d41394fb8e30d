import { join } from 'node:path'
import type { Configuration } from './configuration.ts'
import { buildUrls, readPasswords } from './passwords.ts'
import { findDatabaseHome } from './place.ts'
import { findRunningPostmaster, stopProcess } from './postmaster-file.ts'

/** Started by this process or another one. */
export type FoundPostgres = {
  pid: number
  ownerUrl: string
  superuserUrl: string
  stop(): Promise<void>
}

export function findRunning(configuration: Configuration, dataDir: string): FoundPostgres | undefined {
  const home = findDatabaseHome(dataDir, configuration.systemFolder)
  const running = findRunningPostmaster(join(home, 'postgres'))
  if (!running) return undefined
  const { pid, port } = running
  return { pid, ...buildUrls(configuration, readPasswords(home), port), stop: () => stopProcess(pid) }
}
