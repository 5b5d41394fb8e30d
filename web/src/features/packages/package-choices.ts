import type { Status } from '@casillero/shared/contract/statuses'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

const meta = { failed: 'Error al cargar datos auxiliares' }
const noStatuses: readonly Status[] = []
const noTariffs: readonly Tariff[] = []

export const activeTariffs = { ...read('GET /api/tariffs', { query: { isActive: 'true' } }), meta }

const useStatusQuery = () => useQuery({ ...read('GET /api/statuses'), meta })

export const useStatuses = (): readonly Status[] => useStatusQuery().data?.data ?? noStatuses

/** The order of the last status, for the pie in the badges. */
export const lastOrder = (statuses: readonly Status[]): number =>
  Math.max(0, ...statuses.map(({ orderPosition }) => orderPosition))

export type PackageChoices = { statuses: readonly Status[]; tariffs: readonly Tariff[] }

/** Undefined while loading; without choices if loading fails. */
export function usePackageChoices(): PackageChoices | undefined {
  const statuses = useStatusQuery()
  const tariffs = useQuery(activeTariffs)
  if (statuses.isPending || tariffs.isPending) return undefined
  return { statuses: statuses.data?.data ?? noStatuses, tariffs: tariffs.data?.data ?? noTariffs }
}
