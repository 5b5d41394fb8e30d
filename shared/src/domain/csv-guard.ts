/** The marks by which programs part the cells of a text file; a line break ends one everywhere. */
const marks = [';', ',', '\t', '|']

/** The characters that a spreadsheet passes over before it looks for a formula, up to where another cell begins. */
const passedOver = '(?:(?![\\t\\r\\n])[\\s"\\p{DI}\\p{Cc}])*'
const signs = '[=+\\-@＝＋－＠]'

/** Where a cell begins for a program that parts by another mark than `delimiter`: there quotes in mid-field protect nothing. */
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

/** The signs without which no text is a formula: most cells have none of them. */
const hasSign = /[=+\-@＝＋－＠\t\r]/

/**
 * Puts a `'` before what a spreadsheet would run as a formula, at the beginning of a cell and wherever one would begin if the line
 * were parted by another mark. `withoutGuards` is its exact reverse.
 * docs/product/exports.md, "CSV".
 *
 * @param delimiter the mark between the cells of the file
 */
export const guardCell = (cell: string, delimiter: string): string =>
  hasSign.test(cell) ? cell.replace(buildForms(delimiter).open, "'") : cell

/** Takes away each `'` that `guardCell` puts into a cell of a file with this mark. */
export const withoutGuards = (cell: string, delimiter: string): string =>
  cell.includes("'") ? cell.replace(buildForms(delimiter).guarded, '') : cell
