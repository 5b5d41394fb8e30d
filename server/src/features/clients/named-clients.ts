import { readTypedCasillero } from '@casillero/shared/domain/casillero-code'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readTracking } from '@casillero/shared/domain/tracking-code'

/** A mailbox number as it is searched for: how a search text ends with it, and how it is written. */
export type TypedCasillero = { ending: string; casillero: string }

/** The mailbox number that a text is, whole or by its number alone, as search texts and rows have it. */
export function parseCasillero(text: string): TypedCasillero | undefined {
  const typed = readTypedCasillero(text)
  if (typed === undefined) return undefined
  const number = typed.number.padStart(4, '0')
  return { ending: `%${typed.letters.toLowerCase()}${number}|%`, casillero: `^${typed.letters || '[A-Z]+'}${number}$` }
}

/**
 * Finds in a text the codes that name clients one by one, for `named_clients` of the database: a mailbox number, the label of a package,
 * its tracking. Undefined where nothing in it could.
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
