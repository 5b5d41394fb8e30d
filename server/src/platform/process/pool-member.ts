import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export type ThreadAnswer = { content: Uint8Array } | { failure: unknown }

/** Each message is answered with a `ThreadAnswer`. */
export type PoolMember = {
  post(task: object): void
  end(): Promise<unknown>
  /** While it is at a task, and not while it is idle. */
  hold(isBusy: boolean): void
  /** By it, or for a thread by the whole server; it stands still where that is not known. */
  readComputedMs(): number
}

export type MemberEvents = {
  onAnswer: (answer: ThreadAnswer) => void
  /** Maybe more than once. */
  onLost: (cause: unknown, isBroken: boolean) => void
}

/** A task that needs more than its limits ends it alone. */
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

/** Native code in it can be killed at any point, and takes no server down. */
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
    // A process that is lost answers `exit`, which says more than that it takes no message.
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
        // Behind the name in brackets, which may hold spaces: fields 14 and 15 are the ticks of the user's and the kernel's time.
        const [user = 0, system = 0] =
          readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
        return (user + system) * tickMs
      } catch {
        return 0
      }
    },
  }
}
