/**
 * A cell: a text, a number with two decimals, a whole number, a number with the decimals it has, a date `YYYY-MM-DD`, an instant as
 * the clock on the wall shows it, `YYYY-MM-DDTHH:MM:SS`, or nothing. No formula: a text that begins with `=` stays one.
 */
export type SheetCell =
  | string
  | number
  | { whole: number }
  | { number: number }
  | { date: string }
  | { instant: string }
  | null

/** The beginning of a sheet: lines above, then the head of the table, which stays in sight. */
export type SheetHead = {
  name: string
  above: readonly (readonly string[])[]
  /** Widths in letters. */
  columns: readonly { head: string; width: number }[]
}

/** All that a sheet for Excel holds. */
export type SheetFacts = SheetHead & { rows: readonly (readonly SheetCell[])[] }

/** The input from which a thread writes a sheet. */
export type SheetPaper = { sheet: SheetFacts }
