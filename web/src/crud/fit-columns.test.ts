import { expect, test } from 'vitest'
import type { Column } from '../ui/lists/table.tsx'
import { fitColumns } from './data-table.tsx'

const columns: readonly Column<{ rate: string }>[] = [
  { header: 'Nombre', cell: () => 'x' },
  { header: 'Tasa', width: 118, figures: ({ rate }) => [rate], cell: ({ rate }) => rate },
  { header: 'Código', width: 84, cell: () => 'x' },
]
const widthsOf = (...rates: string[]) =>
  fitColumns(
    columns,
    rates.map((rate) => ({ rate })),
  ).map(({ width }) => width)

test('a column keeps its width while its figures fit, and grows to the longest that does not', () => {
  expect(widthsOf('C$36.8000', '₡515.0000')).toEqual([undefined, 118, 84])
  const [name, rate, code] = widthsOf('C$36.8000', 'G$98,765.4321')
  expect([name, code]).toEqual([undefined, 84])
  expect(rate).toBeGreaterThan(130)
  expect(widthsOf('XXXXXXXXXX9,999,999.0000')[1]).toBeGreaterThan(220)
})

test('columns without rows keep their widths', () => {
  expect(widthsOf()).toEqual([undefined, 118, 84])
})
