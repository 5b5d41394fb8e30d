/** A line break ends a cell everywhere. */
const marks = [';', ',', '\t', '|']

/** Passed over before a formula, up to where another cell begins. */
const passedOver = '(?:(?![\\t\\r\\n])[\\s"\\p{DI}\\p{Cc}])*'
const signs = '[=+\\-@＝＋－＠]'

/** For a program that parts by another mark than `delimiter`: quotes in mid-field protect nothing. */
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

/** Without them no text is a formula. */
const hasSign = /[=+\-@＝＋－＠\t\r]/

/**
 * A `'` before what a spreadsheet would run, also where a cell would begin by another mark. `withoutGuards` is its exact reverse.
 * docs/product/exports.md, "CSV".
 * @param delimiter the mark between the cells of the file
 */
export const guardCell = (cell: string, delimiter: string): string =>
  hasSign.test(cell) ? cell.replace(buildForms(delimiter).open, "'") : cell

/** The reverse of `guardCell`. */
export const withoutGuards = (cell: string, delimiter: string): string =>
  cell.includes("'") ? cell.replace(buildForms(delimiter).guarded, '') : cell
