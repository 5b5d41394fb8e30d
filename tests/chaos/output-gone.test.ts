import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { isWholeRun } from '../support/sampling.ts'
import { cleanUp, makeFolder } from '../support/server-process.ts'

const longestEndMs = 10_000

// The start script's own way to run the server, without the build of the browser app before it.
const startScript = `import { runToEnd } from './scripts/child-process.mjs'
process.exitCode = await runToEnd(process.execPath, ['server/src/main.ts'], { endsWithParent: true })`

const tools = new Set<ChildProcess>()
afterAll(async () => {
  for (const tool of tools) tool.kill('SIGKILL')
  await cleanUp()
})

type Started = { tool: ChildProcess; lines: string[]; ended: Promise<unknown> }

/** Starts Casillero as a newcomer does, in a terminal of its own or with its output in a pipe. */
function start(dataDir: string, isInTerminal: boolean, withDemo: boolean): Started {
  const parameters = ['--input-type=module', '-e', startScript]
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    NODE_ENV: withDemo ? 'development' : 'production',
    BASE_DOMAIN: 'casillero.test',
    START_SCRIPT: startScript,
  }
  const command = `exec "${process.execPath}" --input-type=module -e "$START_SCRIPT"`
  const tool = isInTerminal
    ? spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  tools.add(tool)
  const lines: string[] = []
  for (const stream of [tool.stdout, tool.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  const ended = new Promise((resolve) => tool.once('exit', resolve))
  return { tool, lines, ended }
}

/** The processes of an installation: start script, server, and its PostgreSQL. */
function processesOf(dataDir: string): number[] {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`) &&
          !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
        )
      } catch {
        return false
      }
    })
    .map(Number)
  const postgres = embeddedPostgres.findRunning(dataDir)
  return postgres ? [...own, postgres.pid] : own
}

const listening = 'Casillero listens on'
const moments = ['at once', 'Making the demo company', listening]

/** Waits for a moment of a start, and some time more; gives what the server said until then. */
async function waitForMoment({ lines, ended }: Started, moment: string): Promise<void> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const isThere = () => lines.some((line) => line.includes(moment))
  if (moment !== 'at once')
    await waitUntil(() => isThere() || hasEnded, 180_000, `${moment}, after ${lines.join('\n')}`)
  if (hasEnded) throw new Error(`It ended before it was asked to: ${lines.join('\n')}`)
  const url = lines.map((line) => /listens on (http:\S+)/.exec(line)?.[1]).find((found) => found !== undefined)
  // Each call is a line of the log.
  for (let call = 0; url !== undefined && call < 50; call += 1) await (await fetch(`${url}/api/health`)).text()
  await delay(Math.random() * (moment === 'at once' ? 4_000 : 2_000))
}

/** Waits until all processes of an installation have ended, and gives how long that took, in milliseconds. */
async function waitForEnd(dataDir: string, begun: number): Promise<number> {
  try {
    await waitUntil(() => processesOf(dataDir).length === 0, longestEndMs, 'the end of all processes')
  } finally {
    for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
  }
  return Math.round(performance.now() - begun)
}

/** Starts it so many times, each time takes its output away at another moment, and gives the slowest end in milliseconds. */
async function loseOutput(count: number, isInTerminal: boolean, lose: (started: Started) => void): Promise<number> {
  let slowest = 0
  let dataDir = makeFolder()
  for (let round = 0; round < count; round += 1) {
    const moment = moments[round % moments.length] ?? ''
    // A demo is made in a new folder alone.
    if (round % moments.length === 0 && round > 0) dataDir = makeFolder()
    const started = start(dataDir, isInTerminal, moment !== listening)
    await waitForMoment(started, moment)
    const begun = performance.now()
    lose(started)
    slowest = Math.max(slowest, await waitForEnd(dataDir, begun))
  }
  return slowest
}

const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined

prove('F-23', 'the output of a server goes away', (row) => {
  // `npm test` takes it away from one server that serves.
  const isWhole = isWholeRun || process.env.CHAOS !== undefined
  const count = rounds(3, 20)
  if (process.platform !== 'linux') {
    row.notRun('all of it: its processes are found in /proc')
    return
  }

  const inTerminal = 'a terminal that is closed while it starts, makes the demo or serves'
  if (isWhole && hasTerminals)
    row.proof('a server whose terminal is closed ends with all its processes', async () => {
      const slowest = await loseOutput(count, true, ({ tool }) => tool.kill('SIGKILL'))
      return `${count} terminals closed: all processes ended within ${slowest} ms`
    })
  else if (isWhole) row.notRun(`${inTerminal}: there is no \`script\` of the package bsdutils`)

  if (isWhole)
    row.proof(
      'a server whose reader has ended goes on, and ends with all its processes when it is told to',
      async () => {
        let unread = 0
        const slowest = await loseOutput(count, false, ({ tool }) => {
          tool.stdout?.destroy()
          tool.stderr?.destroy()
          unread += 1
          expect(tool.exitCode).toBe(null)
          tool.kill('SIGTERM')
        })
        return `${unread} pipes without a reader: all processes ended within ${slowest} ms of SIGTERM`
      },
    )

  row.proof('a server whose output is not read serves, and ends when it is told to', async () => {
    const dataDir = makeFolder()
    const started = start(dataDir, false, false)
    await waitForMoment(started, listening)
    const url = started.lines.map((line) => /listens on (http:\S+)/.exec(line)?.[1]).find(Boolean)
    started.tool.stdout?.pause()
    started.tool.stdout?.removeAllListeners()
    // More lines than a pipe of 64 KB takes.
    for (let call = 0; call < 800; call += 1) {
      const answer = await fetch(`${url}/api/health`)
      await answer.text()
    }
    const begun = performance.now()
    started.tool.kill('SIGTERM')
    return `800 calls with a reader that stands still: ended ${await waitForEnd(dataDir, begun)} ms after SIGTERM`
  })
})
