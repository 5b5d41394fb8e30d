import { expect, test } from 'vitest'
import { bearerToken, hashToken, newToken } from './session.ts'

test('a token is 256 random bits in letters that an address may carry', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('the database stores the SHA-256 of a token', () => {
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a token is read from a well-formed Bearer header and from nothing else', () => {
  const token = newToken()
  expect(bearerToken(`Bearer ${token}`)).toBe(token)
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} `,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.slice(1)}=`,
    `Bearer ${token}, Bearer ${token}`,
    `x Bearer ${token}`,
    `Bearer ${'a'.repeat(100_000)}`,
  ]) {
    expect(bearerToken(header), String(header).slice(0, 60)).toBeUndefined()
  }
})
