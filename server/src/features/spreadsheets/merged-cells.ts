import { FileRefusal, type Line, maxColumns, maxRows } from './table.ts'

/** The value is in the first cell. */
export type Merge = { column: number; from: number; to: number }

const maxMerges = 200_000
const place = /^([A-Z]{1,3})(\d{1,7})$/i

/** Columns count from 0; -1 for other text. */
export function readColumnNumber(text: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(text)?.[0]?.toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Adds merges downwards only: those sideways have their value where it is read. */
export function addMerge(merges: Merge[], reference: string): void {
  const [first = '', last = ''] = reference.split(':')
  const [from, to] = [Number(place.exec(first)?.[2] ?? 0), Number(place.exec(last)?.[2] ?? 0)]
  const column = readColumnNumber(first)
  if (to <= from || column < 0 || column >= maxColumns) return
  if (merges.length >= maxMerges) throw new FileRefusal('import_file_unpacks')
  merges.push({ column, from, to })
}

/**
 * A merge that begins at or above the headings is a title. Merged cells never overlap, so the table limits what is filled.
 * docs/product/imports.md, "Files".
 */
export function fillMerged(lines: readonly Line[], merges: readonly Merge[], headingRow: number): void {
  const byRow = new Map(lines.map((line) => [line.row, line]))
  let filled = 0
  for (const { column, from, to } of merges) {
    const first = from > headingRow ? byRow.get(from) : undefined
    const value = first?.cells[column] ?? ''
    const fault = first?.faults?.[column]
    if (value === '' && fault === undefined) continue
    for (const line of linesBetween(lines, from + 1, to)) {
      filled += 1
      if (filled > maxRows * maxColumns) throw new FileRefusal('import_file_broken')
      while (line.cells.length <= column) line.cells.push('')
      if (line.cells[column] !== '') continue
      line.cells[column] = value
      if (fault !== undefined) line.faults = { ...line.faults, [column]: fault }
    }
  }
}

/** Lines are in order, and a merge may reach far below the last. */
function* linesBetween(lines: readonly Line[], from: number, to: number): Generator<Line> {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.row ?? 0) < from) low = middle + 1
    else high = middle
  }
  for (let at = low; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined || line.row > to) return
    yield line
  }
}
