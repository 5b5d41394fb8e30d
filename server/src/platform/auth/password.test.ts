import { expect, test, vi } from 'vitest'
import { checkPassword, hashPassword } from './password.ts'
import { verify } from './password-threads.ts'

vi.mock(import('./password-threads.ts'), { spy: true })

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
