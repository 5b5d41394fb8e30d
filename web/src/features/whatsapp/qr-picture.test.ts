import { expect, test } from 'vitest'
import { qrPicture } from './link-steps.tsx'

const signature = 'iVBORw0KGgo'
const pad = (length: number) => signature.padEnd(length, 'A')

test('a QR is shown only when it is a PNG of more than 100 characters', () => {
  expect(qrPicture(pad(101))).toBe(`data:image/png;base64,${pad(101)}`)
  expect(qrPicture(pad(100))).toBeUndefined()
  expect(qrPicture(`/9j/${pad(200)}`)).toBeUndefined()
  expect(qrPicture('')).toBeUndefined()
  expect(qrPicture(null)).toBeUndefined()
})

test('spaces and line ends count neither for the beginning nor for the length', () => {
  expect(qrPicture(` iVBORw0\nKGgo${'A'.repeat(90)}\r\n`)).toBe(`data:image/png;base64,${pad(101)}`)
  expect(qrPicture(pad(99).split('').join(' '))).toBeUndefined()
})
