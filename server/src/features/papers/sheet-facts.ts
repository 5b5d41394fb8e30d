/** A cell: a text, a number with two decimals, a whole number, or nothing. No formula: a text that begins with `=` stays one. */
export type SheetCell = string | number | { whole: number } | null

/** All that a sheet for Excel holds: lines above, then a table whose head stays in sight. */
export type SheetFacts = {
  name: string
  above: readonly (readonly string[])[]
  /** Widths in letters. */
  columns: readonly { head: string; width: number }[]
  rows: readonly (readonly SheetCell[])[]
}

/** What a thread writes a sheet from. */
export type SheetPaper = { sheet: SheetFacts }
