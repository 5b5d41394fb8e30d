import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

/** The number of shipments that are to be sent, beside the link to them. */
export function ShipmentsBadge() {
  const query = useQuery({ ...read('GET /api/invoice-shipments/counts'), staleTime: 60_000 })
  const count = query.data?.data.toSend ?? 0
  if (count === 0) return null
  return <span className="ml-auto font-normal text-[12px] text-muted tabular-nums">{count > 999 ? '999+' : count}</span>
}
