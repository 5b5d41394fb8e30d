import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Place } from './place.ts'
import { adoptStalePid, findRunningPostmaster, readPostmasterFile, stopProcess } from './postmaster-file.ts'
import { EmbeddedPostgresError } from './refusal.ts'

/** A server on one port, kept running by this process. */
export type Postmaster = { port: number; pid(): number; stop(): Promise<void>; stopWithoutWaiting(): void }

type LaunchOptions = {
  place: Place
  port?: number | undefined
  settings: Record<string, string>
  say: (line: string) => void
  /** Called once, if it died and could not be restarted. */
  lost: (error: Error) => void
}

const biggestLogBytes = 10 * 1024 * 1024
const restartTries = 5
// Milliseconds. Old processes end as soon as the machine lets them run.
const occupiedPatience = 120_000

/**
 * Waits until it accepts connections, or has recovered from a crash. Restarts it on the same port if it ends by itself.
 * @throws with the end of PostgreSQL's log when it does not start
 */
export async function startPostmaster(options: LaunchOptions): Promise<Postmaster> {
  const { place, say } = options
  let port = options.port ?? (await findFreePort())
  let child = await launchPatiently(options, port).catch(async (error: unknown) => {
    if (!isPortTaken(error) || options.port !== undefined) throw error
    port = await findFreePort()
    return launchPatiently(options, port)
  })
  let stopping = false
  let restarting = Promise.resolve()

  function watch(): void {
    child.once('exit', (code, signal) => {
      if (stopping) return
      say(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}); starting it again.`)
      restarting = restart(options, port, () => stopping).then(
        (started) => {
          child = started
          watch()
        },
        (error: unknown) => {
          if (!stopping) options.lost(error instanceof Error ? error : new Error(String(error)))
        },
      )
    })
  }
  watch()

  return {
    port,
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true
      await restarting
      // It may have been restarted by hand, so its file is read before the child process.
      const running = findRunningPostmaster(place.cluster)
      if (running) await stopProcess(running.pid)
    },
    stopWithoutWaiting() {
      stopping = true
      child.kill('SIGINT')
    },
  }
}

async function restart(options: LaunchOptions, port: number, isStopping: () => boolean): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchPatiently(options, port)
    } catch (error) {
      if (attempt === restartTries || isStopping()) throw error
      await delay(attempt * 500)
    }
  }
}

/** Processes of a killed postmaster may hold its shared memory for a while. */
async function launchPatiently(options: LaunchOptions, port: number): Promise<ChildProcess> {
  const patientUntil = performance.now() + occupiedPatience
  for (;;) {
    try {
      return await launch(options, port)
    } catch (error) {
      const occupied = error instanceof Error && error.message.includes('shared memory block')
      if (!occupied || performance.now() > patientUntil) throw error
      await delay(200)
    }
  }
}

async function launch({ place, settings, say }: LaunchOptions, port: number): Promise<ChildProcess> {
  adoptStalePid(place.cluster)
  const logPath = join(place.home, 'postgres.log')
  const logStart = openedLogSize(logPath)
  const log = openSync(logPath, 'a', 0o600)
  const parameters = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(place.native, 'bin/postgres'), ['-D', place.cluster, ...parameters], {
    cwd: '/',
    env: { LC_ALL: 'C', PATH: process.env.PATH },
    stdio: ['ignore', log, log],
    // Has its own session: Ctrl+C must reach only this server, which stops PostgreSQL after its last answer.
    detached: true,
    ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
  })
  closeSync(log)
  let starting = true
  const failure = new Promise<Error>((resolve) => {
    child.once('error', resolve)
    child.once('exit', (code, signal) => {
      // An exit is a failed start only before PostgreSQL was ready.
      if (starting) resolve(startFailure(logPath, logStart, signal ?? `code ${code}`))
    })
  })
  const error = await Promise.race([failure, untilReady(child, place.cluster, say)])
  starting = false
  if (error) throw error
  return child
}

async function untilReady(child: ChildProcess, cluster: string, say: (line: string) => void): Promise<undefined> {
  const begun = performance.now()
  let isReported = false
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPostmasterFile(cluster)
    if (file?.pid === child.pid && file?.ready) return undefined
    if (!isReported && performance.now() - begun > 3_000) {
      isReported = true
      say('PostgreSQL is still starting (after a crash it first replays its log) …')
    }
    await delay(20)
  }
  // The race's other promise reports the exit.
  return new Promise(() => {})
}

function startFailure(logPath: string, from: number, how: string): Error {
  // Tests may delete the folder before PostgreSQL has ended.
  const log = existsSync(logPath) ? readFileSync(logPath) : Buffer.alloc(0)
  const lines = log.subarray(from).toString('utf8').trim().split('\n').slice(-8)
  return new EmbeddedPostgresError(
    'postgres_failed',
    logPath,
    `PostgreSQL did not start (${how}); its log ${logPath} ends with:\n${lines.join('\n')}`,
  )
}

function openedLogSize(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size < biggestLogBytes) return size
  rmSync(`${path}.1`, { force: true })
  renameSync(path, `${path}.1`)
  return 0
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes('could not create any TCP/IP sockets')
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('The system gave no free port.')),
      )
    })
  })
}
