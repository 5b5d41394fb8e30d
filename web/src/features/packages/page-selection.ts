import { useState } from 'react'
import type { Resource } from '../../crud/resource-page.tsx'

type Ids = ReadonlySet<string>

/** The rows chosen on the page of the list that is shown; another page or search begins without any. */
export function usePageSelection<Row extends { id: string }>({
  state,
  query,
}: Resource<Row>): [Ids, (ids: Ids) => void] {
  const page = JSON.stringify(state.query)
  const [kept, setKept] = useState<{ page: string; ids: Ids }>({ page, ids: new Set() })
  // Somebody else may have deleted a chosen row.
  const rows = kept.page === page ? (query.data?.data ?? []) : []
  const chosen = new Set(rows.map(({ id }) => id).filter((id) => kept.ids.has(id)))
  return [chosen, (ids) => setKept({ page, ids })]
}
