/**
 * The content of a column. `date` is a text `YYYY-MM-DD`, `instant` Managua's wall clock as a text without a zone, `amount` money with two
 * decimals, `word` one of a few values that stand for words.
 */
export type ColumnKind = 'text' | 'whole' | 'number' | 'amount' | 'date' | 'instant' | 'yesNo' | 'word'

/** A column of a file: its head, its width in letters, and what its values are. */
export type ExportColumn = { head: string; kind: ColumnKind; width: number; words?: Record<string, string> }

export type FileFormat = 'xlsx' | 'csv' | 'zip'

/** The messages to the thread, in this order: the format, each part with the rows of it, the end. */
export type WriterMessage =
  | { open: FileFormat }
  | { part: string; columns: readonly ExportColumn[] }
  | { rows: readonly string[] }
  | { close: true }
