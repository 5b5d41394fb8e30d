import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

const refetchMs = 60_000
// A server that did not answer is asked again until it does.
const failedMs = 20_000

/** The number of packages without an owner, beside the link to them. */
export function UnownedBadge() {
  const query = useQuery({
    ...read('GET /api/packages/unowned/count'),
    staleTime: refetchMs,
    refetchInterval: ({ state }) => (state.status === 'error' ? failedMs : false),
  })
  const count = query.data?.data.count ?? 0
  if (count === 0) return null
  return <span className="ml-auto font-normal text-[12px] text-muted tabular-nums">{count > 999 ? '999+' : count}</span>
}
