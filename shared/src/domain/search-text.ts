const separator = '|'
const longestQuery = 100

/**
 * Converts to lower case without accents and without the punctuation that people may omit (dashes, dots, plus, parentheses,
 * number signs, apostrophes). Works character by character, so that a part of a text stays a part of the result.
 */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}\p{Cf}\p{Cs}\p{Pd}+().#'’]/gu, '')
    .replaceAll(separator, '¦')
    .toLowerCase()
}

function words(text: string): string[] {
  return normalise(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * The text of one row that a search looks through: its fields as `|field|field|`. Empty fields are left out; the separator
 * occurs nowhere else, so that `%|wo%` means "a field begins with wo".
 * docs/product/lists-and-forms.md, "Search".
 */
export function searchText(...fields: (string | number | null | undefined)[]): string {
  const texts = fields.map((field) => words(String(field ?? '')).join(' ')).filter((text) => text !== '')
  return texts.length === 0 ? '' : separator + texts.join(separator) + separator
}

/**
 * The words of a text as a search compares them: lower case, without accents and the punctuation that people omit, one space between.
 * docs/product/lists-and-forms.md, "Search".
 */
export const plainWords = (text: string): string => words(text).join(' ')

/**
 * The LIKE patterns (escape character `\`) that a row's search text must all match: each word as a part of
 * a field, a word of one or two letters as the beginning of one. Reads 100 characters; none for a query without words.
 * docs/product/lists-and-forms.md, "Search".
 */
export function searchPatterns(query: string): string[] {
  const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  const pattern = (word: string) => `%${[...word].length <= 2 ? separator : ''}${escaped(word)}%`
  return [...new Set(words(query.slice(0, longestQuery)).map(pattern))]
}
