/** `date` is `YYYY-MM-DD`, `instant` Managua's wall clock without a zone, `amount` has two decimals, `word` stands for a few values. */
export type ColumnKind = 'text' | 'whole' | 'number' | 'amount' | 'date' | 'instant' | 'yesNo' | 'word'

export type ExportColumn = { head: string; kind: ColumnKind; width: number; words?: Record<string, string> }

export type FileFormat = 'xlsx' | 'csv' | 'zip'

/** Sent in this order: the format, each part followed by its rows, the end. */
export type WriterMessage =
  | { open: FileFormat }
  | { part: string; columns: readonly ExportColumn[] }
  | { rows: readonly string[] }
  | { close: true }
