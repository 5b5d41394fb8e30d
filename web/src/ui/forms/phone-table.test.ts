import { expect, test } from 'vitest'
import { phoneTableText } from '../../../../tests/support/phone-table-text.ts'
import { phoneTable } from './phone-table.ts'

test('the table of the phone field is what libphonenumber knows now (npm run phones writes it anew)', () => {
  const written = phoneTable.map((line) => `  '${line}',\n`).join('')
  expect(phoneTableText()).toContain(`[\n${written}]`)
})
