import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './password.ts'

test('a password fits its own hash and no other', async () => {
  const [hash, same] = await Promise.all([hashPassword('ñandú azul'), hashPassword('ñandú azul')])
  expect(hash).not.toBe(same)
  expect(hash).not.toContain('ñandú')
  expect(await checkPassword(hash, 'ñandú azul')).toBe(true)
  expect(await checkPassword(hash, 'ñandú azul ')).toBe(false)
  expect(await checkPassword(hash, '')).toBe(false)
})

test('a hash is argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('without a hash the answer is no, after the work of a real check', async () => {
  const hash = await hashPassword('x')
  const timed = async (stored: string | null) => {
    const start = performance.now()
    expect(await checkPassword(stored, 'y')).toBe(false)
    return performance.now() - start
  }
  await timed(null)
  const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 5; round += 1) {
    times.known = Math.min(times.known, await timed(hash))
    times.unknown = Math.min(times.unknown, await timed(null))
  }
  expect(times.unknown).toBeGreaterThan(times.known / 2)
})

test('beyond two at work and twenty in the queue somebody is asked to come again, and then all goes on', async () => {
  const hash = await hashPassword('x')
  const checks = await Promise.allSettled(Array.from({ length: 30 }, () => checkPassword(hash, 'x')))
  const refused = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []))
  expect(refused).toHaveLength(8)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'too_many_tries', refusal: { retryAfterSeconds: 1 } })
  expect(await checkPassword(hash, 'x')).toBe(true)
})
