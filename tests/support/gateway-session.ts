import { randomBytes } from 'node:crypto'
import { longestWaitMs } from './patience.ts'

/** A session's settings as the product makes them. */
export const newSession = () => ({
  name: `t-${randomBytes(12).toString('hex')}`,
  webhookToken: randomBytes(32).toString('base64url'),
  hmacKey: randomBytes(32).toString('hex'),
})

/** Asks again until there is an answer, because the gateway changes its states in its own time. */
export async function eventually<T>(ask: () => Promise<T | undefined>, everyMs = 20): Promise<T> {
  const end = performance.now() + longestWaitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error('It never came to that')
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
