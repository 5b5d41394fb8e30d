// Sends all signals, from a process of its own, so that the work of the tests and the clerks cannot delay them.
import type { Strike, Struck } from './killer.ts'

process.on('message', ({ id, pids, signal }: Strike) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended by itself a moment before, with the others of its tree.
    }
  }
  const struck: Struck = { id, at: Date.now() }
  process.send?.(struck)
})
process.on('disconnect', () => process.exit())
