import { guardCell } from '@casillero/shared/domain/csv-guard'

export type CsvPaper = { csv: readonly (readonly string[])[] }

const delimiter = ';'

const quoted = (cell: string): string => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes UTF-8 with its mark, and semicolons between cells. */
export function writeCsv({ csv }: CsvPaper): Buffer {
  const lines = csv.map((cells) =>
    cells.map((cell) => quoted(guardCell(cell.toWellFormed(), delimiter))).join(delimiter),
  )
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf8')
}
