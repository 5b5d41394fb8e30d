import { afterEach, beforeEach } from 'vitest'
import { type FakeWaha, startFakeWaha } from '../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../tools/fake-waha/times.ts'
import { waitUntil } from '../../support/patience.ts'

const apiKey = 'a key'

/** Starts a fake gateway for each test, and calls it as a server does; its session is `s`. */
export function openFakeWahaScene() {
  let fake: FakeWaha
  beforeEach(async () => {
    fake = await startFakeWaha({ apiKey, times: { ...quickTimes, startMs: 50, notRunningMs: 60, wrongStatusMs: 120 } })
  })
  afterEach(() => fake.close())

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(fake.url + path, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }

  const session = () => fake.sessions.get('s')
  return {
    get fake() {
      return fake
    },
    call,
    session,
    inStatus: (status: string) => waitUntil(() => session()?.status === status),
    /** Makes a session with a linked phone. */
    async link(config: object = {}): Promise<void> {
      await call('POST', '/api/sessions', { name: 's', start: true, config })
      await waitUntil(() => session()?.scan())
    },
  }
}
