/** Dates are `YYYY-MM-DD`, instants `YYYY-MM-DDTHH:MM:SS` in local time. There are no formulas: a text that begins with `=` stays text. */
export type SheetCell =
  | string
  | number
  | { whole: number }
  | { number: number }
  | { date: string }
  | { instant: string }
  | null

export type SheetHead = {
  name: string
  above: readonly (readonly string[])[]
  /** Widths are counted in letters. */
  columns: readonly { head: string; width: number }[]
}

export type SheetFacts = SheetHead & { rows: readonly (readonly SheetCell[])[] }

export type SheetPaper = { sheet: SheetFacts }
