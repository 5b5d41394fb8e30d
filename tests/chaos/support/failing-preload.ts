// Loaded into a server before its own code: on SIGUSR2 an error that no code catches is thrown in it.
import { createReadStream } from 'node:fs'

const blows: Record<string, () => void> = {
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
process.on('SIGUSR2', () => blows[process.env.FAIL_BY ?? '']?.())
