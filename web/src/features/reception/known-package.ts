import type { Prealert } from '@casillero/shared/contract/prealerts'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { call } from '../../lib/api.ts'
import type { Owner } from './reception-row.ts'
import { useRows } from './row-store.ts'

export type KnownPackage = { isReceived: boolean; text: string; owner: Owner | null; prealert?: Prealert }

/** Finds the package of a tracking, or who announced it: on this device, else by the server, where it can be asked. */
export async function findKnown(tracking: string, signal: AbortSignal): Promise<KnownPackage | undefined> {
  const own = useRows.getState().rows.find(({ entry, state }) => state === 'waiting' && entry.tracking === tracking)
  if (own) return { isReceived: true, text: 'Ya está en la lista, en espera', owner: null }
  const answer = await call('GET /api/receptions/package', { query: { code: tracking }, signal }).catch(() => undefined)
  const found = answer?.data
  if (!found) {
    const { prealert } = answer ?? {}
    return prealert ? { isReceived: false, text: '', owner: null, prealert } : undefined
  }
  const { companyPackageId, client, weight } = found.package
  const owner = client && {
    id: client.id,
    casillero: client.casillero,
    name: `${client.firstName} ${client.lastNames}`,
  }
  if (!found.isReceived) return { isReceived: false, text: `Anunciado: #${companyPackageId}`, owner }
  const pounds = weight === null ? '' : ` · ${formatWeight(weight)}`
  return { isReceived: true, text: `Ya recibido: #${companyPackageId}${pounds}`, owner: null }
}
