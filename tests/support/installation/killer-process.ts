// The only one that kills, in a process of its own: nothing that the tests or the clerks do can delay it or be hit by it.
import type { Strike, Struck } from './killer.ts'

process.on('message', ({ id, pids, signal }: Strike) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself a moment before, as the others of its family did.
    }
  }
  const struck: Struck = { id, at: Date.now() }
  process.send?.(struck)
})
process.on('disconnect', () => process.exit())
