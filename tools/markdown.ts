// A wider column is left ragged: padded, every row would be as long as the longest text.
const widestPadded = 100

const cellOf = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A table of a page that a run writes, without a line break at its end; characters that would end a cell are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(cellOf))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[], filler = ' ') =>
    `| ${row.map((text, at) => text.padEnd(widths[at] && widths[at] <= widestPadded ? widths[at] : 3, filler)).join(' | ')} |`
  const [titles = [], ...lines] = cells
  return [
    lineOf(titles),
    lineOf(
      titles.map(() => '-'),
      '-',
    ),
    ...lines.map((line) => lineOf(line)),
  ].join('\n')
}
