import { expect, test } from 'vitest'
import { fitSize, scalePicture } from './scale-picture.ts'

test.each([
  [
    { width: 300, height: 200 },
    { width: 300, height: 200 },
  ],
  [
    { width: 512, height: 512 },
    { width: 512, height: 512 },
  ],
  [
    { width: 4032, height: 3024 },
    { width: 512, height: 384 },
  ],
  [
    { width: 600, height: 1200 },
    { width: 256, height: 512 },
  ],
  [
    { width: 5000, height: 2 },
    { width: 512, height: 1 },
  ],
])('a picture of %o is scaled to %o', (picture, expected) => {
  expect(fitSize(picture, 512)).toEqual(expected)
})

test.each(['image/svg+xml', 'image/gif', 'application/pdf', ''])('a file of kind "%s" is no logo', async (type) => {
  expect(await scalePicture(new Blob(['<svg/>'], { type }))).toBeUndefined()
})
