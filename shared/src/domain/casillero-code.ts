import { typedCode } from './typed-code.ts'

/**
 * Returns the configured prefix, else the first three letters of the subdomain, padded with X; in upper case.
 * docs/product/clients.md, "Mailbox number".
 */
export function casilleroPrefix(subdomain: string, setPrefix: string | null): string {
  const letters = subdomain
    .replace(/[^a-z]/gi, '')
    .slice(0, 3)
    .padEnd(3, 'X')
  return (setPrefix || letters).toUpperCase()
}

/** `DEM0001`. docs/product/clients.md, "Mailbox number". */
export function casilleroCode(prefix: string, number: number): string {
  return prefix + String(number).padStart(4, '0')
}

/**
 * Accepts `TRE0031`, `tre-31`, `#31`, `31`. Returns the letters, if any, and the number without zeros; undefined for other texts.
 * docs/product/lists-and-forms.md, "Search".
 */
export function readTypedCasillero(text: string): { letters: string; number: string } | undefined {
  const [, letters = '', number] = /^#?\s*([A-Z]{2,5})?[\s.#:_-]{0,3}0*([1-9]\d{0,8})$/.exec(typedCode(text)) ?? []
  return number === undefined ? undefined : { letters, number }
}

export function isCasillero(text: string, casillero: string): boolean {
  const [typed, own] = [readTypedCasillero(text), readTypedCasillero(casillero)]
  return typed !== undefined && own?.number === typed.number && (typed.letters === '' || typed.letters === own.letters)
}

/** Letters, then digits, with at most three separators. */
const casilleroPattern = /(?<![\p{L}\p{N}])([a-z]{2,5})[\s.#:_-]{0,3}(\d{1,9})(?!\p{N})/giu

/**
 * Returns at most five, normalised, each with its original text. The caller checks whether the client exists.
 * docs/product/packages.md, "Sin dueño".
 */
export function casillerosIn(text: string): { casillero: string; text: string }[] {
  return [...text.matchAll(casilleroPattern)].slice(0, 5).map(([found, prefix = '', digits = '']) => ({
    casillero: casilleroCode(prefix.toUpperCase(), Number(digits)),
    text: found,
  }))
}
