import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { makeScratchFolder } from './scratch-folder.ts'

/** A real server in a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  /** The address of the server, after `ready` has resolved. */
  url(): string
  pid: number
  lines: string[]
  /** Resolves when it listens, rejects with its output when it ends before. */
  ready: Promise<void>
  /** The exit code, or the name of the signal that ended the server. */
  ended: Promise<number | string>
  kill(signal: NodeJS.Signals): void
  /** Resolves when it has printed a line with this text. */
  waitForLine(text: string): Promise<void>
}

const ownProgram = join(import.meta.dirname, '../../server/src/main.ts')
const started = new Set<ChildProcess>()
const folders = new Set<string>()

/** A new folder that PostgreSQL's own user can pass through, removed by `cleanUp`. */
export function makeFolder(): string {
  const folder = makeScratchFolder('casillero-life')
  folders.add(folder)
  return folder
}

/** Starts a server on a free port; this version's, or that of another program. */
export function startServer(variables: Record<string, string>, program = ownProgram): ServerProcess {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      BASE_DOMAIN: 'casillero.test',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const listener of listeners) listener(line)
    })
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      started.delete(child)
      resolve(code ?? signal ?? 'unknown')
    })
  })
  function waitForLine(text: string): Promise<void> {
    if (lines.some((line) => line.includes(text))) return Promise.resolve()
    return new Promise((resolve, reject) => {
      listeners.add((line) => line.includes(text) && resolve())
      void ended.then(() => reject(new Error(`The server ended without saying "${text}":\n${lines.join('\n')}`)))
    })
  }
  const ready = waitForLine('Casillero listens on')
  // A test that expects the start to fail awaits `ended` instead.
  ready.catch(() => {})
  return {
    url: () => lines.map((line) => /listens on (http:\S+)/.exec(line)?.[1]).find((url) => url !== undefined) ?? '',
    pid: child.pid ?? 0,
    lines,
    ready,
    ended,
    kill: (signal) => child.kill(signal),
    waitForLine,
  }
}

/** Starts a server with an embedded database in a folder, and waits until it listens. */
export async function startOn(dataDir: string): Promise<ServerProcess> {
  const server = startServer({ DATA_DIR: dataDir })
  await server.ready
  return server
}

/** The status of a server's answer to a path. */
export async function statusOf(server: ServerProcess, path = '/readyz'): Promise<number> {
  const response = await fetch(server.url() + path)
  await response.arrayBuffer()
  return response.status
}

/** Connection strings of a running embedded database, found as the backup finds them. */
export function connectTo(dataDir: string): { pid: number; superuserUrl: string; ownerUrl: string } {
  const running = embeddedPostgres.findRunning(dataDir)
  if (!running) throw new Error(`No PostgreSQL runs on ${dataDir}.`)
  const superuserUrl = new URL(running.superuserUrl)
  superuserUrl.pathname = new URL(running.ownerUrl).pathname
  return { pid: running.pid, superuserUrl: superuserUrl.href, ownerUrl: running.ownerUrl }
}

/** Ends every server and PostgreSQL that a test left, and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const child of started) child.kill('SIGKILL')
  for (const folder of folders) {
    const home = embeddedPostgres.findHome(folder)
    await embeddedPostgres.findRunning(folder)?.stop()
    for (const each of [folder, home]) rmSync(each, { recursive: true, force: true })
  }
  folders.clear()
}
