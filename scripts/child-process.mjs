import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program with our terminal until it ends; every signal that we get is passed on to it.
 *
 * @param {string} program
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string>, endsWithParent?: boolean, isLineByLine?: boolean, after?: Promise<unknown> }} [options] the
 *   program gets a message when `after` is done, and is stopped when it fails
 * @returns {Promise<number>} its exit code, 128 + number when a signal ended it
 */
export function runToEnd(program, parameters, options = {}) {
  return runAll([{ program, parameters, ...options }])
}

/**
 * Runs several programs at once; those with `isLineByLine` have no terminal, so that lines of one do not break those of another. When one ends, the others are stopped.
 *
 * @param {{ program: string, parameters: string[], env?: Record<string, string>, endsWithParent?: boolean, isLineByLine?: boolean, after?: Promise<unknown> }[]} programs
 * @returns {Promise<number>} the exit code of the one that ended first
 */
export async function runAll(programs) {
  const children = programs.map(({ program, parameters, env, endsWithParent, isLineByLine, after }) => {
    const stdio = after ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: isLineByLine ? ['ignore', 'pipe', 'pipe'] : stdio,
      env: { ...process.env, ...env, ...(endsWithParent && { STOP_WITHOUT_PARENT: String(process.pid) }) },
    })
    for (const input of [child.stdout, child.stderr])
      if (input) createInterface({ input }).on('line', (line) => console.log(line))
    return child
  })
  const ends = children.map(endOf)
  const failures = programs.map(async ({ after }, index) => {
    await after
    if (after) children[index].send('done', () => undefined)
    return await ends[index]
  })
  const forward = (signal) => {
    // A terminal sends Ctrl-C to all of its programs, and a second one would end them before they have cleaned up.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const child of children) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  const watch = watchParent(() => forward('SIGTERM'))
  try {
    return await Promise.race([...ends, ...failures])
  } finally {
    forward('SIGTERM')
    await Promise.allSettled([...ends, ...failures])
    clearInterval(watch)
    for (const signal of signals) process.off(signal, forward)
  }
}

function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // With its last line, which comes after its end.
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** An npm that was killed outright cannot pass the signal on, and would leave a hidden server behind. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && onGone(), 500).unref()
}
