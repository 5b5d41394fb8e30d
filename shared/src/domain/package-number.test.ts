import { expect, test } from 'vitest'
import { readPackageNumber } from './package-number.ts'

test.each([
  ['#425', 425, 425],
  ['# 425', 425, 425],
  ['425', 425, null],
  [' 425 ', 425, null],
  ['４２５', 425, null],
  ['000000425', null, null],
  ['0425', null, null],
  ['#000425', null, null],
  ['０００４２５', null, null],
  ['\u200b0425', null, null],
  ['0', null, null],
  ['4 25', null, null],
  ['4-25', null, null],
  ['TBA425', null, null],
  [']C1425', null, null],
  ['4251234567', null, null],
  ['', null, null],
])('%j names the package %j where it was typed, and %j where a scanner sent it', (text, typed, scanned) => {
  expect(readPackageNumber(text, { isScanned: false })).toBe(typed)
  expect(readPackageNumber(text, { isScanned: true })).toBe(scanned)
})
