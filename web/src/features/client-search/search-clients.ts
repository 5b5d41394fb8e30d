import type { Client } from '@casillero/shared/contract/clients'
import { isCasillero } from '@casillero/shared/domain/casillero-code'
import { call } from '../../lib/api.ts'

/** The clients that a typed text may mean, those whom it names one by one first, for a field that picks one of them. */
export async function searchClients(search: string, signal: AbortSignal): Promise<Client[]> {
  return (await call('GET /api/client', { query: { search, limit: '10' }, signal })).data
}

/** Says whether a text is the mailbox number of a client, or one that leads to them, with or without its letters and zeros. */
export const hasCasillero = ({ casillero, formerCasilleros }: Client, text: string): boolean =>
  [casillero, ...formerCasilleros].some((one) => isCasillero(text, one))

/** The one client whom a text means: the one with that mailbox number, else the only one that was found. */
export function findOnlyClient(found: readonly Client[], text: string): Client | undefined {
  const named = found.filter((client) => hasCasillero(client, text))
  const [only, ...others] = named.length > 0 ? named : found
  return others.length === 0 ? only : undefined
}
