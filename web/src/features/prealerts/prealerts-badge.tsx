import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

/** The number of purchases that should have arrived, beside the link to them. */
export function PrealertsBadge() {
  const query = useQuery({ ...read('GET /api/prealerts/counts'), staleTime: 60_000 })
  const count = query.data?.data.late ?? 0
  if (count === 0) return null
  const text = `${count > 999 ? '999+' : count} tarde`
  return <span className="ml-auto font-normal text-[12px] text-muted tabular-nums">{text}</span>
}
