import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tablesFile, tablesText, tableTexts } from './support/tables-text.ts'

test('tables.ts has every table as the migrations make it (npm run tables writes it)', async () => {
  const tables = await tableTexts()
  const written = readFileSync(tablesFile, 'utf8')
  expect([...tables].filter(([, text]) => !written.includes(text)).map(([table]) => table)).toEqual([])
  expect(written).toBe(tablesText(tables))
})
