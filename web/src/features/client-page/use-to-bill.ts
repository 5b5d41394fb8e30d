import type { ToBill } from '@casillero/shared/contract/package-charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../lib/api.ts'

type Sums = ToBill['total']

/** `US$33.00 + C$350.00`: sums of two currencies are never added. */
export const formatSums = (sums: Sums): string =>
  sums.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' + ')

/**
 * The packages of a client that have charges and no invoice, with what each would come to; `total` is that of all packages without an
 * invoice, undefined where none of them has a charge.
 */
export function useToBill(clientId: string): { charged: ReadonlyMap<string, string>; total: Sums | undefined } {
  const query = useQuery({
    ...read('GET /api/clients/:id/to-bill', { params: { id: clientId } }),
    meta: { failed: 'Error al cargar los cargos' },
  })
  const data = query.data?.data
  return useMemo(() => {
    const own = data?.packages.filter(({ charges }) => charges.length > 0) ?? []
    return {
      charged: new Map(own.map(({ packageId, total }) => [packageId, formatSums(total)])),
      total: own.length > 0 ? data?.total : undefined,
    }
  }, [data])
}
