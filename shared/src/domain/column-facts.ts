import { type DateOrder, findDateOrder } from './read-date.ts'
import { type DecimalMark, findDecimalMark, isAmbiguousNumber } from './read-number.ts'
import { withoutUnit } from './read-weight.ts'

/** `both` where they fit either way, or some this and some that. */
export type ColumnFacts = {
  decimals: DecimalMark | 'both' | null
  /** One that can be read in two ways. */
  number: string | null
  dates: DateOrder | 'both' | null
  /** One that can be read in two ways. */
  date: string | null
}

const longest = 40
const hasDigit = /\d/

/** Finds in the values of a column the form of its numbers and its days. docs/product/imports.md, "Columns". */
export function columnFacts(values: readonly string[]): ColumnFacts {
  const short = values.filter((value) => value.length <= longest && hasDigit.test(value))
  const numbers = short.map(withoutUnit)
  const number = numbers.find(isAmbiguousNumber) ?? null
  const { order, doubt } = findDateOrder(short)
  return { decimals: number === null ? null : findDecimalMarks(numbers), number, dates: order, date: doubt }
}

/** Of those that can be read in one way; the others follow them. */
function findDecimalMarks(numbers: readonly string[]): DecimalMark | 'both' {
  const marks = new Set(numbers.map(findDecimalMark).filter((mark) => mark !== undefined))
  const [only] = marks
  return marks.size === 1 && only !== undefined ? only : 'both'
}
