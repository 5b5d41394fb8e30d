const separator = '|'
const longestQuery = 100

/**
 * Lower case, without accents and punctuation that people omit. Character by character, so that a part of a text stays a part of the
 * result.
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
 * `|field|field|`; the separator occurs nowhere else, so that `%|wo%` means "a field begins with wo".
 * docs/product/lists-and-forms.md, "Search".
 */
export function searchText(...fields: (string | number | null | undefined)[]): string {
  const texts = fields.map((field) => words(String(field ?? '')).join(' ')).filter((text) => text !== '')
  return texts.length === 0 ? '' : separator + texts.join(separator) + separator
}

/** Lower case, without accents and the punctuation that people omit. docs/product/lists-and-forms.md, "Search". */
export const plainWords = (text: string): string => words(text).join(' ')

/**
 * LIKE patterns (escape `\`) that must all match: each word as a part of a field, one or two letters as its beginning. Reads 100
 * characters; none without words. docs/product/lists-and-forms.md, "Search".
 */
export function searchPatterns(query: string): string[] {
  const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  const pattern = (word: string) => `%${[...word].length <= 2 ? separator : ''}${escaped(word)}%`
  return [...new Set(words(query.slice(0, longestQuery)).map(pattern))]
}
