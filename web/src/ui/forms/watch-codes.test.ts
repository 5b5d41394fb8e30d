import { expect, test } from 'vitest'
import { watchCodes } from './camera.tsx'

test('a code is given once while it stays in the picture, however long each picture takes', () => {
  const watch = watchCodes()
  expect(watch(['A'], 0)).toEqual(['A'])
  expect(watch(['A'], 100)).toEqual([])
  expect(watch(['A'], 9_000)).toEqual([])
})

test('a code is not given again after one blurred picture, however long that one takes', () => {
  const watch = watchCodes()
  watch(['A'], 0)
  expect(watch([], 9_000)).toEqual([])
  expect(watch(['A'], 18_000)).toEqual([])
})

test('a code is given again after it was out of the picture', () => {
  const watch = watchCodes()
  watch(['A'], 0)
  expect(watch([], 120)).toEqual([])
  expect(watch([], 1_700)).toEqual([])
  expect(watch(['A'], 1_820)).toEqual(['A'])
})

test('each of several codes in a picture is given once, and no empty one', () => {
  const watch = watchCodes()
  expect(watch(['A', 'B', 'A', ''], 0)).toEqual(['A', 'B'])
  expect(watch(['B', 'C'], 200)).toEqual(['C'])
})
