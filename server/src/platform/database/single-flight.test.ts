import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('concurrent callers of one key share an answer, and a later caller starts a new call', async () => {
  const questions: string[] = []
  const ask = singleFlight(async (key) => {
    questions.push(key)
    return questions.length
  })
  expect(await Promise.all(['a', 'b', 'a', 'a'].map(ask))).toEqual([1, 2, 1, 1])
  expect(await ask('a')).toBe(3)
  expect(questions).toEqual(['a', 'b', 'a'])
})

test('a failed call fails all its callers, and the next caller starts a new call', async () => {
  let isBroken = true
  const ask = singleFlight(async (key) => {
    if (isBroken) throw new Error('broken')
    return key
  })
  const outcomes = await Promise.allSettled([ask('a'), ask('a')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('a')).toBe('a')
})
