import { type DateOrder, findDateOrder } from './read-date.ts'
import { type DecimalMark, findDecimalMark, isAmbiguousNumber } from './read-number.ts'
import { withoutUnit } from './read-weight.ts'

/** `both` if the values fit either way, or some fit one and some the other. */
export type ColumnFacts = {
  decimals: DecimalMark | 'both' | null
  /** An ambiguous value of the column. */
  number: string | null
  dates: DateOrder | 'both' | null
  /** An ambiguous value of the column. */
  date: string | null
}

const longest = 40
const hasDigit = /\d/

/** Detects how a column writes its numbers and days. docs/product/imports.md, "Columns". */
export function columnFacts(values: readonly string[]): ColumnFacts {
  const short = values.filter((value) => value.length <= longest && hasDigit.test(value))
  const numbers = short.map(withoutUnit)
  const number = numbers.find(isAmbiguousNumber) ?? null
  const { order, doubt } = findDateOrder(short)
  return { decimals: number === null ? null : findDecimalMarks(numbers), number, dates: order, date: doubt }
}

/** Uses unambiguous numbers; the others follow them. */
function findDecimalMarks(numbers: readonly string[]): DecimalMark | 'both' {
  const marks = new Set(numbers.map(findDecimalMark).filter((mark) => mark !== undefined))
  const [only] = marks
  return marks.size === 1 && only !== undefined ? only : 'both'
}
