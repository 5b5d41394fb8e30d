import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { processesOf } from './process.ts'
import type { Setting } from './setting.ts'

/** Lists the cores that this process may run on, from a list such as `0-2,5`. */
function ownCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Moves processes with all of their threads to cores; processes that they start later inherit them. */
function pin(pids: number[], cores: number[]): void {
  for (const pid of pids) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)])
}

/**
 * Runs `work` with the last core for the load, and all others for the server and PostgreSQL, as if the load came from another
 * machine. On a machine with one core all share it.
 *
 * @param work receives the number of cores that answer
 */
export async function loadFromItsOwnCore<T>(
  { ours, cluster }: Setting,
  work: (answering: number) => Promise<T>,
): Promise<T> {
  const cores = ownCores()
  const answering = cores.length > 1 ? cores.slice(0, -1) : cores
  const servers = [ours.pid, ...processesOf(cluster.pid())]
  pin([process.pid], cores.slice(-1))
  pin(servers, answering)
  try {
    return await work(answering.length)
  } finally {
    pin([process.pid, ours.pid, ...processesOf(cluster.pid())], cores)
  }
}
