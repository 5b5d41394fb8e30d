import { readTypedCasillero } from '@casillero/shared/domain/casillero-code'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readTracking } from '@casillero/shared/domain/tracking-code'

/** `ending` is a LIKE pattern of search texts, `casillero` a regular expression. */
export type TypedCasillero = { ending: string; casillero: string }

/** Reads a whole casillero or its number alone. */
export function parseCasillero(text: string): TypedCasillero | undefined {
  const typed = readTypedCasillero(text)
  if (typed === undefined) return undefined
  const number = typed.number.padStart(4, '0')
  return { ending: `%${typed.letters.toLowerCase()}${number}|%`, casillero: `^${typed.letters || '[A-Z]+'}${number}$` }
}

/**
 * Returns the arguments of the database's `named_clients`, or undefined if nothing in the text could name a client.
 * docs/product/lists-and-forms.md, "Search".
 */
export function namesIn(text: string) {
  const labelCode = readLabelCode(text)
  // A few codes of labels have no digit; mailbox numbers and trackings have one.
  if (labelCode === null && !/\d/.test(text)) return undefined
  const { tracking } = readTracking(text)
  // A shorter one is a number, or a part of one.
  return { ...parseCasillero(text), labelCode, tracking: tracking.length >= 6 ? tracking : null }
}
