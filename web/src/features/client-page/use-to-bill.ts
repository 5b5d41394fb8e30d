import type { ToBill } from '@casillero/shared/contract/package-charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../lib/api.ts'

type Sums = ToBill['total']

/** `US$33.00 + C$350.00`: sums of two currencies are never added. */
export const formatSums = (sums: Sums): string =>
  sums.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' + ')

export type Charged = { sums: string; names: readonly string[] }

const formatName = ({ name, days }: ToBill['packages'][number]['names'][number]): string =>
  days === undefined ? name : `${name}, ${days === 1 ? '1 día' : `${days} días`}`

/** `total` covers all packages without an invoice. It is undefined if none has a charge. */
export function useToBill(clientId: string): { charged: ReadonlyMap<string, Charged>; total: Sums | undefined } {
  const query = useQuery({
    ...read('GET /api/clients/:id/to-bill', { params: { id: clientId } }),
    meta: { failed: 'Error al cargar los cargos' },
  })
  const data = query.data?.data
  return useMemo(() => {
    const own = data?.packages.filter(({ charges }) => charges.length > 0) ?? []
    return {
      charged: new Map(
        own.map(({ packageId, total, names }) => [
          packageId,
          { sums: formatSums(total), names: names.map(formatName) },
        ]),
      ),
      total: own.length > 0 ? data?.total : undefined,
    }
  }, [data])
}
