/** What a thread writes a text file with one record a line from. */
export type CsvPaper = { csv: readonly (readonly string[])[] }

/** A cell that begins like a formula gets a `'`, which the reader of imports takes away again. */
const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes records for Excel in Spanish: UTF-8 with its mark, semicolons between the cells. */
export function writeCsv({ csv }: CsvPaper): Buffer {
  const lines = csv.map((cells) => cells.map((cell) => quoted(guarded(cell.toWellFormed()))).join(';'))
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf8')
}
