import { formatWeight } from '@casillero/shared/domain/money-format'
import { call } from '../../lib/api.ts'
import { type Announced, findExpected } from './device-expected.ts'
import type { Owner } from './reception-row.ts'
import { useRows } from './row-store.ts'
import { useLink } from './sending.ts'

export type KnownPackage = { isReceived: boolean; text: string; owner: Owner | null; prealert?: Announced }

const toKnown = (prealert: Announced): KnownPackage => ({ isReceived: false, text: '', owner: null, prealert })

/** On this device, else by the server, else in the copy of what is expected, unless the number was entered here since. */
export async function findKnown(tracking: string, signal: AbortSignal): Promise<KnownPackage | undefined> {
  const own = useRows.getState().rows.filter(({ entry }) => entry.tracking === tracking)
  if (own.some(({ state }) => state === 'waiting'))
    return { isReceived: true, text: 'Ya está en la lista, en espera', owner: null }
  const ask = () => call('GET /api/receptions/package', { query: { code: tracking }, signal }).catch(() => undefined)
  const answer = useLink.getState().since === undefined ? await ask() : undefined
  if (answer === undefined) {
    const kept = own.length === 0 ? findExpected(tracking) : undefined
    return kept && toKnown(kept)
  }
  const { data: found, prealert } = answer
  if (!found) return prealert ? toKnown(prealert) : undefined
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
