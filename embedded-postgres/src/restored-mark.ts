import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration.ts'

/** Stays until the product has done the work due after a restore. */
export const restoredMark = ({ database }: Configuration): string => `${database}-restored`

/** Removes the mark when the work is done. */
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
