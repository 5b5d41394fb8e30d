import { CsvError, parse } from 'csv-parse/sync'
import { createCollector, FileRefusal, type Line } from './table.ts'

const longestRecord = 400_000
const marks = [';', ',', '\t', '|'] as const

/** The text of a file, by its byte order mark, else as UTF-8 where it is that, else as Windows writes Spanish. */
function decode(content: Buffer): string {
  const [first, second, third] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(content)
  // Texts of Excel without the mark: of Latin letters every other byte is 0.
  if (content.length > 3 && content[1] === 0 && content[3] === 0) return new TextDecoder('utf-16le').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** The first lines, without what stands in quotes. */
const unquotedHead = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10)

/** The mark that the most of the first lines have, and then the most often. */
function delimiterOf(text: string): string {
  const head = unquotedHead(text)
  const scores = marks.map((mark) => {
    const counts = head.map((line) => line.split(mark).length - 1)
    return { mark, lines: counts.filter((count) => count > 0).length, least: Math.max(0, ...counts) }
  })
  const [best] = scores.toSorted((one, other) => other.lines - one.lines || other.least - one.least)
  return best === undefined || best.lines === 0 ? ';' : best.mark
}

/** A `'` before a sign by which a spreadsheet would begin a formula is no part of the value: exports put it there. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** A line of millions of cells would be taken apart before it could be refused. */
function refuseLongLines(text: string): void {
  let from = 0
  for (const { index } of text.matchAll(/[\r\n]|$/g)) {
    if (index - from > longestRecord) throw new FileRefusal('import_file_broken')
    from = index
  }
}

/** Reads a text file with one record a line. docs/product/imports.md, "Files". */
export function readDelimited(content: Buffer): Line[] {
  const text = decode(content)
  if (text.includes('\u0000')) throw new FileRefusal('import_file_unknown')
  refuseLongLines(text)
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const { lines, add } = createCollector()
  try {
    parse(named === undefined ? text : text.replace(/^.*\r?\n/, ''), {
      delimiter: named ?? delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRecord,
      on_record(record: string[], { lines: line }: { lines: number }) {
        add(line + (named === undefined ? 0 : 1), record.map(withoutGuard))
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefusal('import_file_broken')
    throw error
  }
  return lines
}
