/** Cell separators; a line break always ends a cell. */
const marks = [';', ',', '\t', '|']

/** Characters that a spreadsheet skips before a formula, up to the next cell. */
const passedOver = '(?:(?![\\t\\r\\n])[\\s"\\p{DI}\\p{Cc}])*'
const signs = '[=+\\-@＝＋－＠]'

/** Matches cell starts for programs that use another separator: quotes in mid-field do not protect there. */
const beginnings = (delimiter: string): string => {
  const others = marks.filter((mark) => mark !== delimiter).map((mark) => (mark === '|' ? '\\|' : mark))
  return `(?<=^|[\\r\\n${others.join('')}])`
}

const formula = `(?='*(?:[\\t\\r]|${passedOver}${signs}))`

type Forms = { open: RegExp; guarded: RegExp }
const forms = new Map<string, Forms>()

function buildForms(delimiter: string): Forms {
  const known = forms.get(delimiter)
  if (known) return known
  const beginning = beginnings(delimiter)
  const made = { open: new RegExp(beginning + formula, 'gu'), guarded: new RegExp(`${beginning}'${formula}`, 'gu') }
  forms.set(delimiter, made)
  return made
}

/** No text without one of these is a formula. */
const hasSign = /[=+\-@＝＋－＠\t\r]/

/**
 * Prefixes with `'` what a spreadsheet would run, even where another separator would start a cell. `withoutGuards` reverses it exactly.
 * docs/product/exports.md, "CSV".
 * @param delimiter the file's cell separator
 */
export const guardCell = (cell: string, delimiter: string): string =>
  hasSign.test(cell) ? cell.replace(buildForms(delimiter).open, "'") : cell

/** The reverse of `guardCell`. */
export const withoutGuards = (cell: string, delimiter: string): string =>
  cell.includes("'") ? cell.replace(buildForms(delimiter).guarded, '') : cell
