import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration.ts'

/** Until the product has done what it owes to a copy. */
export const restoredMark = ({ database }: Configuration): string => `${database}-restored`

/** The mark is taken away when the work is done. */
export async function onceRestored(
  configuration: Configuration,
  cluster: string,
  work: () => Promise<void>,
): Promise<void> {
  const mark = join(cluster, restoredMark(configuration))
  if (!existsSync(mark)) return
  await work()
  rmSync(mark)
}
