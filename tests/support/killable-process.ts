import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program of the tests in a process of its own, with the line that it printed when it was ready. */
export type Killable = { child: ChildProcess; said: string }

const running = new Set<ChildProcess>()

/** Starts a program, which ends with this process, and waits for its first line. */
export async function startKillable(program: string, variables: Record<string, string>): Promise<Killable> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, said: String(line) }
}

/** Kills a process as `kill -9` does, and waits until it is gone. */
export async function kill({ child }: Killable): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
  running.delete(child)
}

/** Kills what a test left. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}
