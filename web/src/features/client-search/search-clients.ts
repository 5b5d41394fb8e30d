import type { Client } from '@casillero/shared/contract/clients'
import { isCasillero } from '@casillero/shared/domain/casillero-code'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { findNamed } from '@casillero/shared/domain/name-match'
import { call } from '../../lib/api.ts'

/** The clients that a typed text may mean, those whom it names one by one first, for a field that picks one of them. */
export async function searchClients(search: string, signal: AbortSignal): Promise<Client[]> {
  return (await call('GET /api/client', { query: { search, limit: '10' }, signal })).data
}

/** Says whether a text is the mailbox number of a client, or one that leads to them, with or without its letters and zeros. */
export const hasCasillero = ({ casillero, formerCasilleros }: Client, text: string): boolean =>
  [casillero, ...formerCasilleros].some((one) => isCasillero(text, one))

/**
 * The one client whom a text means: the one with that mailbox number, or the only one who has a given name and a surname of it; of a phone, an
 * address or a code the only one that was found.
 */
export function findOnlyClient(found: readonly Client[], text: string): Client | undefined {
  if (!/[\d@]/.test(text)) {
    const { named, candidates } = findNamed(found, text)
    // A few codes of labels have no digit.
    if (candidates.length > 0 || readLabelCode(text) === null) return named
  }
  const numbered = found.filter((client) => hasCasillero(client, text))
  const [only, ...others] = numbered.length > 0 ? numbered : found
  return others.length === 0 ? only : undefined
}
