import type { Client } from '@casillero/shared/contract/clients'
import { call } from '../../lib/api.ts'

/** The clients that a typed text may mean, for a field that picks one of them. */
export async function searchClients(search: string, signal: AbortSignal): Promise<Client[]> {
  return (await call('GET /api/client', { query: { search, limit: '10' }, signal })).data
}
