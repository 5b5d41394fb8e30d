import type { Client } from '@casillero/shared/contract/clients'
import { isCasillero } from '@casillero/shared/domain/casillero-code'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { findNamed } from '@casillero/shared/domain/name-match'
import { call } from '../../lib/api.ts'

/** Clients whom the text identifies come first. */
export async function searchClients(search: string, signal: AbortSignal): Promise<Client[]> {
  return (await call('GET /api/client', { query: { search, limit: '10' }, signal })).data
}

/** Accepts former numbers too, with or without letters and zeros. */
export const hasCasillero = ({ casillero, formerCasilleros }: Client, text: string): boolean =>
  [casillero, ...formerCasilleros].some((one) => isCasillero(text, one))

/**
 * Returns the client with that mailbox number, or the only one with that given name and surname. For a phone or a code, returns the only
 * hit.
 */
export function findOnlyClient(found: readonly Client[], text: string): Client | undefined {
  if (!/[\d@]/.test(text)) {
    const { named, candidates } = findNamed(found, text)
    // A few label codes have no digit, and look like a name.
    if (candidates.length > 0 || readLabelCode(text) === null) return named
  }
  const numbered = found.filter((client) => hasCasillero(client, text))
  const [only, ...others] = numbered.length > 0 ? numbered : found
  return others.length === 0 ? only : undefined
}
