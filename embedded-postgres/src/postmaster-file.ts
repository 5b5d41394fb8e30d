import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from './refusal.ts'

/** The file by which a running PostgreSQL describes itself. */
export type PostmasterFile = { pid: number; port: number; ready: boolean }

const fastShutdownPatience = 30_000
const immediateShutdownPatience = 120_000

/** Undefined while it is being written, too. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' }
}

/** Includes one started by another process. */
export function findRunningPostmaster(cluster: string): PostmasterFile | undefined {
  const file = readPostmasterFile(cluster)
  return file && isPostmaster(file.pid, cluster) ? file : undefined
}

/**
 * In containers a left-over file's number may belong to another program. PostgreSQL takes its parent's number for stale, and still checks
 * the shared memory that the file names; without the file two servers could write to one cluster.
 */
export function adoptStalePid(cluster: string): void {
  const file = readPostmasterFile(cluster)
  if (!file || isPostmaster(file.pid, cluster)) return
  const path = join(cluster, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)))
}

/**
 * Stops as `pg_ctl stop -m fast`, after 30 s immediately.
 * @throws when it is still there after two minutes more
 */
export async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await isGone(pid, fastShutdownPatience)) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, immediateShutdownPatience)) return
  throw new EmbeddedPostgresError('postgres_failed', `${pid}`, `PostgreSQL (process ${pid}) does not stop.`)
}

/** Finds processes of any user; zombies do not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function isGone(pid: number, patience: number): Promise<boolean> {
  const end = performance.now() + patience
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await delay(20)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}
