/** A date is `YYYY-MM-DD`, an instant `YYYY-MM-DDTHH:MM:SS` of the clock on the wall. No formula: a text that begins with `=` stays one. */
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
  /** Widths in letters. */
  columns: readonly { head: string; width: number }[]
}

export type SheetFacts = SheetHead & { rows: readonly (readonly SheetCell[])[] }

export type SheetPaper = { sheet: SheetFacts }
