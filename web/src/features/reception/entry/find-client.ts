import type { ClientCopy } from '@casillero/shared/contract/receptions'
import { isCasillero, readTypedCasillero } from '@casillero/shared/domain/casillero-code'
import { findNamed } from '@casillero/shared/domain/name-match'
import { searchText } from '@casillero/shared/domain/search-text'
import type { Owner } from '../device/reception-row.ts'

/** An index for synchronous look-ups, because the next key comes a millisecond later. */
export type ClientIndex = {
  byCasillero: ReadonlyMap<string, ClientCopy>
  byNumber: ReadonlyMap<number, readonly ClientCopy[]>
  /** Built at the first search by name. */
  texts: () => readonly { client: ClientCopy; text: string }[]
}

/** A copy from the previous version has no former numbers. */
const listCasilleros = ({ casillero, formerCasilleros = [] }: Copy): readonly string[] => [
  casillero,
  ...formerCasilleros,
]
type Copy = Omit<ClientCopy, 'formerCasilleros'> & Partial<Pick<ClientCopy, 'formerCasilleros'>>

export function indexClients(clients: readonly ClientCopy[]): ClientIndex {
  const byNumber = new Map<number, ClientCopy[]>()
  for (const client of clients) {
    const numbers = listCasilleros(client).map((casillero) => Number(/\d+$/.exec(casillero)?.[0]))
    for (const number of new Set(numbers)) {
      if (!Number.isNaN(number)) byNumber.set(number, [...(byNumber.get(number) ?? []), client])
    }
  }
  let texts: { client: ClientCopy; text: string }[] | undefined
  return {
    byCasillero: new Map(clients.flatMap((client) => listCasilleros(client).map((casillero) => [casillero, client]))),
    byNumber,
    texts: () => {
      texts ??= clients.map((client) => ({
        client,
        text: searchText(...listCasilleros(client), client.firstName, client.middleName, client.lastNames),
      }))
      return texts
    },
  }
}

/** Matches the whole mailbox number, or its digits alone. */
export function findByCasillero(index: ClientIndex, text: string): readonly ClientCopy[] {
  const typed = readTypedCasillero(text)
  if (typed === undefined) return []
  const numbered = index.byNumber.get(Number(typed.number)) ?? []
  return numbered.filter((client) => listCasilleros(client).some((one) => isCasillero(text, one)))
}

/** Returns the clients of the mailbox number, else those whose names contain all words. */
export function findClients(index: ClientIndex, text: string): readonly ClientCopy[] {
  const numbered = findByCasillero(index, text)
  // Digits can only be a mailbox number: a weight typed here must not find a client.
  if (!/\p{L}/u.test(text)) return numbered
  // Lists often write surnames first, followed by a comma.
  const words = searchText(text.replaceAll(',', ' '))
    .split(/[| ]/)
    .filter((word) => word !== '')
  if (numbered.length > 0 || words.length === 0) return numbered
  // As in every search, one or two letters must begin a field.
  const parts = words.map((word) => (word.length <= 2 ? `|${word}` : word))
  return index
    .texts()
    .filter((row) => parts.every((part) => row.text.includes(part)))
    .map(({ client }) => client)
}

/** A mailbox number may be digits only. A name needs at least a given name and a surname. docs/product/reception.md, "Entering". */
export function findMeant(
  index: ClientIndex,
  text: string,
): { client: ClientCopy | undefined; candidates: readonly ClientCopy[] } {
  // A partly scanned mailbox number must not match a name.
  const candidates = /\d/.test(text) ? findByCasillero(index, text) : findClients(index, text)
  const client = /\d/.test(text)
    ? candidates.length === 1
      ? candidates[0]
      : undefined
    : findNamed(candidates, text).named
  return { client, candidates }
}

export const toOwner = ({ id, casillero, firstName, middleName, lastNames }: ClientCopy): Owner => ({
  id,
  casillero,
  name: [firstName, middleName, lastNames].filter(Boolean).join(' '),
})

/** Follows a merged client's former number to the current client. */
export function ownerToday(index: ClientIndex, owner: Owner): Owner {
  const found = index.byCasillero.get(owner.casillero)
  return found === undefined ? owner : toOwner(found)
}
