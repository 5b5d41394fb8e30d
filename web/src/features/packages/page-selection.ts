import { useState } from 'react'
import type { Resource } from '../../crud/resource-page.tsx'

type Ids = ReadonlySet<string>
const none: Ids = new Set()

/** The rows chosen on the page of the list that is shown; another page or search begins without any. */
export function usePageSelection<Row extends { id: string }>(resource: Resource<Row>): [Ids, (ids: Ids) => void] {
  const page = JSON.stringify(resource.state.query)
  const [seen, setSeen] = useState(page)
  const [ids, setIds] = useState(none)
  if (page !== seen) {
    setSeen(page)
    setIds(none)
  }
  // Somebody else may have deleted a chosen row.
  const rows = resource.query.data?.data ?? []
  return [new Set(rows.map(({ id }) => id).filter((id) => ids.has(id))), setIds]
}
