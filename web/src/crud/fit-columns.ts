import type { Column } from '../ui/lists/table.tsx'

// Of semibold text of 14 px, a little more than its widest digit and its widest sign.
const [signWidth, pointWidth] = [9.2, 4.6]
const padding = 28

const measureWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[.,\s]/.test(sign) ? pointWidth : signWidth), padding)

/** A number is never cut. Widths are pixels. */
export function fitColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  return columns.map((column) => {
    const { width, figures } = column
    if (width === undefined || figures === undefined) return column
    const widest = Math.max(0, ...rows.flatMap(figures).map(measureWidth))
    return widest > width ? { ...column, width: Math.ceil(widest) } : column
  })
}
