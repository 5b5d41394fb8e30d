import { expect, test } from 'vitest'
import { hashLinkToken, linkToken, newLinkToken } from './link-token.ts'

test('a link has 22 letters and digits, none of which formats a message, and no two are the same', () => {
  const tokens = Array.from({ length: 2_000 }, newLinkToken)
  for (const token of tokens) expect(token).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/)
  expect(new Set(tokens).size).toBe(tokens.length)
})

test('each letter of a link but the first takes every value, as 128 random bits do', () => {
  const tokens = Array.from({ length: 4_000 }, newLinkToken)
  for (let at = 1; at < 22; at += 1) expect(new Set(tokens.map((token) => token[at])).size, `letter ${at}`).toBe(58)
})

test('the hash is that of the text, and a link of another form is none', () => {
  const token = newLinkToken()
  expect(hashLinkToken(token)).toHaveLength(32)
  expect(hashLinkToken(token)).not.toEqual(hashLinkToken(newLinkToken()))
  expect(linkToken.test(token)).toBe(true)
  for (const other of ['', token.slice(1), `${token}1`, `${token.slice(1)}_`, `${token.slice(1)}0`]) {
    expect(linkToken.test(other), other).toBe(false)
  }
})
