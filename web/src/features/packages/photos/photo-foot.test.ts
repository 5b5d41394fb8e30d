import { expect, test } from 'vitest'
import { writePhotoFoot } from './photo-foot.ts'

const taking = { userName: 'Wilmer García', at: new Date('2026-11-22T22:56:00Z') }

test.each([
  [{ weight: 3.2, weightSource: 'scale' as const }, '3.20 lbs · balanza · Wilmer García · 22 nov 2026, 16:56'],
  [{ weight: 12, weightSource: 'typed' as const }, '12.00 lbs · a mano · Wilmer García · 22 nov 2026, 16:56'],
  [{ weight: 12, weightSource: null }, '12.00 lbs · Wilmer García · 22 nov 2026, 16:56'],
  [{ weight: null, weightSource: null }, 'Wilmer García · 22 nov 2026, 16:56'],
])('the line under a photo of %o is %s', (weighed, expected) => {
  expect(writePhotoFoot({ ...taking, ...weighed })).toBe(expected)
})
