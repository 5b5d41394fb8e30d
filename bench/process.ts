import { spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of this repository that answers HTTP. */
export type RunningServer = {
  url: string
  /** The address of its metrics, where they are configured. */
  metricsUrl: string | undefined
  pid: number
  stop(): Promise<void>
}

// The flags and the settings that `npm start` gives the server's Node.
const serverFlags = ['--max-semi-space-size=8', '--max-old-space-size=512']
const serverEnv = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
const startMs = 60_000
const ticksPerMs = 100 / 1000

/** Starts a server with this Node and waits until it prints its address; its output goes to a file, as in production. */
export async function startServer(
  program: string,
  env: Record<string, string>,
  logFolder: string,
): Promise<RunningServer> {
  const log = join(logFolder, `${program.replaceAll('/', '-')}-${process.hrtime.bigint()}.log`)
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [...serverFlags, join(import.meta.dirname, '..', program)], {
    env: { ...process.env, ...serverEnv, ...env },
    stdio: ['ignore', output, output],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const deadline = performance.now() + startMs
  for (;;) {
    const said = readFileSync(log, 'utf8')
    const url = /^Casillero listens on (\S+)/m.exec(said)?.[1]
    // Said first, where it is said at all.
    const metricsUrl = /^Metrics at (\S+)/m.exec(said)?.[1]
    if (url && child.pid !== undefined) {
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      return { url, metricsUrl, pid: child.pid, stop }
    }
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Starts the product as an installation runs it, behind a proxy on the same machine, on a free port. */
export const startProduct = (
  databaseUrl: string,
  logFolder: string,
  more: Record<string, string> = {},
): Promise<RunningServer> => {
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    BASE_DOMAIN: 'casillero.localhost',
  }
  return startServer('server/src/main.ts', { ...env, TRUSTED_PROXY: 'loopback', ...more }, logFolder)
}

/** Fields of /proc/<pid>/stat after the name, which may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const ticks = (fields: string[], ...places: number[]) =>
  places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0)

/** Reads the CPU milliseconds that a process has used. */
export function cpuOf(pid: number): number {
  return ticks(statOf(pid), 11, 12) / ticksPerMs
}

/** Lists a postmaster and its running children. */
export function processesOf(postmaster: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return Number.isInteger(pid) && Number(statOf(pid)[1]) === postmaster
      } catch {
        // It ended while we looked.
        return false
      }
    })
  return [postmaster, ...children]
}

/** Reads the CPU milliseconds of PostgreSQL: the postmaster, its running children, and those that have ended. */
export function cpuOfPostgres(postmaster: number): number {
  const ended = ticks(statOf(postmaster), 13, 14) / ticksPerMs
  return processesOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), ended)
}

/** Reads the resident memory of a process in MiB. */
export function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Reads the lag of the event loop since the last reading, in milliseconds. */
export async function readLag({ metricsUrl = '' }: RunningServer): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(metricsUrl)).text()
  const ms = (which: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${which}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1000
  const lag = { p99: ms('p99'), max: ms('max') }
  if (Number.isNaN(lag.p99 + lag.max)) throw new Error(`The metrics contain no lag:\n${text}`)
  return lag
}
