const separator = '|'
const longestQuery = 100

/** Removes case, accents and optional punctuation. Works character by character, so that a part of a text becomes a part of the result. */
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
 * Returns `|field|field|`. The separator occurs nowhere else, so `%|wo%` finds fields beginning with wo.
 * docs/product/lists-and-forms.md, "Search".
 */
export function searchText(...fields: (string | number | null | undefined)[]): string {
  const texts = fields.map((field) => words(String(field ?? '')).join(' ')).filter((text) => text !== '')
  return texts.length === 0 ? '' : separator + texts.join(separator) + separator
}

/** One or two letters are sought at the beginning of a field. */
const placed = (word: string): string => (Array.from(word).length <= 2 ? separator : '') + word

/** Lower case, without accents and optional punctuation. docs/product/lists-and-forms.md, "Search". */
export const plainWords = (text: string): string => words(text).join(' ')

/**
 * Returns LIKE patterns (escape `\`) that must all match: a word anywhere in a field, one or two letters at its beginning. Reads the first
 * 100 characters; empty without words. docs/product/lists-and-forms.md, "Search".
 */
export function searchPatterns(query: string): string[] {
  const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  const pattern = (word: string) => `%${escaped(placed(word))}%`
  return [...new Set(words(query.slice(0, longestQuery)).map(pattern))]
}

/** Whether the server would find a row with these fields. */
export function matchesSearch(query: string, ...fields: readonly string[]): boolean {
  const text = searchText(...fields)
  return words(query.slice(0, longestQuery)).every((word) => text.includes(placed(word)))
}
