import { typedCode } from './typed-code.ts'

/**
 * Gives the letters that a company's mailbox numbers begin with: the prefix that an admin has set, or else the first three
 * letters of the subdomain, filled up with X. Always upper case.
 * docs/product/clients.md, "Mailbox number".
 */
export function casilleroPrefix(subdomain: string, setPrefix: string | null): string {
  const letters = subdomain
    .replace(/[^a-z]/gi, '')
    .slice(0, 3)
    .padEnd(3, 'X')
  return (setPrefix || letters).toUpperCase()
}

/**
 * Makes a client's mailbox number of the prefix and the company's counter with at least four digits: `DEM0001`.
 * docs/product/clients.md, "Mailbox number".
 */
export function casilleroCode(prefix: string, number: number): string {
  return prefix + String(number).padStart(4, '0')
}

/**
 * Reads a text that is a mailbox number and nothing else: `TRE0031`, `tre-31`, `#31`, `31`. Gives its letters, empty where there are
 * none, and its number without zeros; undefined for any other text.
 * docs/product/lists-and-forms.md, "Search".
 */
export function readTypedCasillero(text: string): { letters: string; number: string } | undefined {
  const [, letters = '', number] = /^#?\s*([A-Z]{2,5})?[\s.#:_-]{0,3}0*([1-9]\d{0,8})$/.exec(typedCode(text)) ?? []
  return number === undefined ? undefined : { letters, number }
}

/** Says whether a text is this mailbox number, with or without its letters and zeros. */
export function isCasillero(text: string, casillero: string): boolean {
  const [typed, own] = [readTypedCasillero(text), readTypedCasillero(casillero)]
  return typed !== undefined && own?.number === typed.number && (typed.letters === '' || typed.letters === own.letters)
}

/** Letters, then digits, with at most three separators between them, as people write a mailbox number. */
const casilleroPattern = /(?<![\p{L}\p{N}])([a-z]{2,5})[\s.#:_-]{0,3}(\d{1,9})(?!\p{N})/giu

/**
 * Finds what may be mailbox numbers in a text such as that of a label: each as it would be written (`TRE0031`), with the part of
 * the text that says so (`TRE 0031`). Whether there is such a client is for the caller to look up. At most five.
 * docs/product/packages.md, "Sin dueño".
 */
export function casillerosIn(text: string): { casillero: string; text: string }[] {
  return [...text.matchAll(casilleroPattern)].slice(0, 5).map(([found, prefix = '', digits = '']) => ({
    casillero: casilleroCode(prefix.toUpperCase(), Number(digits)),
    text: found,
  }))
}
