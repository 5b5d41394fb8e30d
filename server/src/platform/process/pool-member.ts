import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export type ThreadAnswer = { content: Uint8Array } | { failure: unknown }

/** Every message gets a `ThreadAnswer`. */
export type PoolMember = {
  post(task: object): void
  end(): Promise<unknown>
  /** Keeps the process alive only during a task. */
  hold(isBusy: boolean): void
  /** Computing time of the member, or for a thread of the whole server; constant if unknown. */
  readComputedMs(): number
}

export type MemberEvents = {
  onAnswer: (answer: ThreadAnswer) => void
  /** May be called more than once. */
  onLost: (cause: unknown, isBroken: boolean) => void
}

/** A task beyond its limits ends only this worker. */
export function openWorker(
  script: URL,
  resourceLimits: ResourceLimits,
  { onAnswer, onLost }: MemberEvents,
): PoolMember {
  const thread = new Worker(script, { resourceLimits })
  thread.on('message', onAnswer)
  thread.on('error', (cause) => onLost(cause, true))
  thread.on('exit', () => onLost(new Error('A thread ended'), false))
  return {
    post: (task) => thread.postMessage(task),
    end: () => thread.terminate(),
    hold: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
    readComputedMs() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000
    },
  }
}

const tickMs = 10

/** Native code in it can be killed at any point without harming the server. */
export function openProcess(script: URL, maxHeapMb: number, { onAnswer, onLost }: MemberEvents): PoolMember {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.on('message', (answer: ThreadAnswer) => onAnswer(answer))
  child.on('error', (cause) => onLost(cause, true))
  child.on('exit', () => onLost(new Error('A process ended'), false))
  return {
    // A lost process also emits `exit`, which says more than this error.
    post: (task) => child.send(task, () => undefined),
    async end() {
      child.kill('SIGKILL')
      await (child.pid === undefined || gone)
    },
    hold(isBusy) {
      if (isBusy) child.ref()
      else child.unref()
      if (isBusy) child.channel?.ref()
      else child.channel?.unref()
    },
    readComputedMs() {
      try {
        // The name in brackets may hold spaces. Fields 14 and 15 are the ticks of user and kernel time.
        const [user = 0, system = 0] =
          readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
        return (user + system) * tickMs
      } catch {
        return 0
      }
    },
  }
}
