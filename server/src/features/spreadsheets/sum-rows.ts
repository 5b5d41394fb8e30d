import { isNothing } from '@casillero/shared/domain/import-values'
import { readNumber } from '@casillero/shared/domain/read-number'
import { withoutUnit } from '@casillero/shared/domain/read-weight'
import type { Line } from './table.ts'

const begins = /^\W*(?:(?:gran|grand|sub)[\s-]*)?(?:total|totals|totales|suma|sumas|sumatoria|sum)(?!\p{L})/iu
const beside =
  /^(?:de|del|en|of|y|general|generales|final|gran|grand|sub|subtotal|totals?|totales|sumas?|sumatoria|sum|lbs?|libras|pounds|kgs?|kilos|oz|peso|weight|paquetes?|packages?|piezas?|pieces|pcs|bultos?|cajas?|boxes|gu[ií]as?|trackings?|us|c|usd|nio|valor|monto|amount|items?|registros|filas)$/iu

/** `TOTAL 2 PAQUETES`, `Subtotal:`. */
const saysSum = (cell: string): boolean =>
  begins.test(cell) && cell.split(/[^\p{L}]+/u).every((word) => word === '' || beside.test(word))

/** Undefined for a code: longer than sums are. */
const readSum = (cell: string): number | undefined =>
  /^\d{8,}$/.test(cell) ? undefined : readNumber(withoutUnit(cell))

const isPart = (cell: string): boolean =>
  isNothing(cell) || readSum(cell) !== undefined || saysSum(cell) || (cell.length < 40 && beside.test(cell.trim()))

const isNamedSum = ({ cells }: Line): boolean => cells.some(saysSum) && cells.every(isPart)

const sumColumn = (lines: readonly Line[], column: number): number =>
  lines.reduce((sum, { cells }) => sum + (readSum(cells[column] ?? '') ?? 0), 0)

/** A last line without a name: numbers alone, each the sum or the count of its column, below columns of texts that end before it. */
function isBareSum(line: Line, above: readonly Line[]): boolean {
  const filled = line.cells.flatMap((cell, column) => (cell === '' ? [] : [[readSum(cell), column] as const]))
  const [first] = above
  if (above.length < 2 || first === undefined || !filled.every(([number]) => number !== undefined && number > 0))
    return false
  const endsBefore = first.cells.some(
    (cell, column) => readSum(cell) === undefined && cell !== '' && !line.cells[column],
  )
  const isSum = ([number = 0, column]: readonly [number | undefined, number]) =>
    Math.abs(sumColumn(above, column) - number) < 0.006
  return endsBefore && filled.some(isSum) && filled.every((one) => isSum(one) || one[0] === above.length)
}

/** docs/product/imports.md, "Files". */
export function withoutSums(lines: readonly Line[]): Line[] {
  const kept = lines.filter((line) => !isNamedSum(line))
  const last = kept.at(-1)
  return last !== undefined && isBareSum(last, kept.slice(0, -1)) ? kept.slice(0, -1) : kept
}
