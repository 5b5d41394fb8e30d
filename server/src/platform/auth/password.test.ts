import { afterEach, expect, test, vi } from 'vitest'
import { checkPassword, hashPassword } from './password.ts'
import { passwordThreads, verify } from './password-threads.ts'

vi.mock(import('./password-threads.ts'), { spy: true })
afterEach(() => {
  vi.useRealTimers()
})

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

test('a check without a hash fails after the same work on a decoy', async () => {
  const hash = await hashPassword('x')
  vi.mocked(verify).mockClear()
  expect(await checkPassword(hash, 'y')).toBe(false)
  expect(await checkPassword(null, 'y')).toBe(false)
  const checked = vi.mocked(verify).mock.calls.map(([against]) => String(against).split('$').slice(1, 4))
  expect(checked).toEqual([
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
  ])
})

test('a check beyond twenty-two at work or in the queue is refused with a time to retry, and later checks go on', async () => {
  const hash = await hashPassword('x')
  const checks = await Promise.allSettled(Array.from({ length: 30 }, () => checkPassword(hash, 'x')))
  const refused = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []))
  expect(refused).toHaveLength(8)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'too_many_tries', refusal: { retryAfterSeconds: 1 } })
  expect(await checkPassword(hash, 'x')).toBe(true)
})

/** Replaces the work of a check by ten milliseconds of a clock that the test moves, and counts the checks that have begun. */
function timeChecks() {
  vi.useFakeTimers()
  vi.mocked(verify).mockClear()
  vi.mocked(verify).mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 10, true)))
  return { begun: () => vi.mocked(verify).mock.calls.length, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a check that waits begins when the one before has rested for half of its own time', async () => {
  const { begun, pass } = timeChecks()
  const checks = Array.from({ length: passwordThreads + 1 }, () => checkPassword('hash', 'x'))
  await pass(14)
  expect(begun()).toBe(passwordThreads)
  await pass(1)
  expect(begun()).toBe(passwordThreads + 1)
  await pass(10)
  expect(await Promise.all(checks)).not.toContain(false)
})

test('a check begins at once after the ones before when none of them had to wait', async () => {
  const { begun, pass } = timeChecks()
  const checks = Array.from({ length: passwordThreads }, () => checkPassword('hash', 'x'))
  await pass(10)
  checks.push(checkPassword('hash', 'x'))
  await pass(0)
  expect(begun()).toBe(passwordThreads + 1)
  await pass(10)
  expect(await Promise.all(checks)).not.toContain(false)
})
