// Is loaded into a server before its own code, and throws an error on SIGUSR2 that no code catches.
import { createReadStream } from 'node:fs'

const failures: Record<string, () => void> = {
  timer: () => {
    setTimeout(() => {
      throw new Error('thrown in a timer')
    }, 1)
  },
  stream: () => {
    createReadStream('/nonexistent/thrown in a stream')
  },
  promise: () => {
    void Promise.reject(new Error('thrown in a promise'))
  },
}
process.on('SIGUSR2', () => failures[process.env.FAIL_BY ?? '']?.())
