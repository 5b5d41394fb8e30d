import { execFileSync, fork } from 'node:child_process'
import { join } from 'node:path'

export type Strike = { id: number; pids: number[]; signal: NodeJS.Signals }
export type Struck = { id: number; at: number }

export type Killer = {
  /** Signals the processes, and gives the time by the machine's clock. */
  strike(pids: number[], signal?: NodeJS.Signals): Promise<number>
  end(): void
}

/** Starts the process that kills. */
export function startKiller(): Killer {
  const child = fork(join(import.meta.dirname, 'killer-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (at: number) => void>()
  child.on('message', ({ id, at }: Struck) => {
    waiting.get(id)?.(at)
    waiting.delete(id)
  })
  let strikes = 0
  return {
    strike(pids, signal = 'SIGKILL') {
      strikes += 1
      const strike: Strike = { id: strikes, pids, signal }
      return new Promise((resolve) => {
        waiting.set(strike.id, resolve)
        child.send(strike)
      })
    },
    end: () => child.disconnect(),
  }
}

/** Lists a process and its children, of which PostgreSQL has many. */
export function processTreeOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return [pid, ...children.map(([child = 0]) => child)]
}
