import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'

/** Milliseconds. Without a known load there is no polling: only an event that invalidates all lists asks again. */
const pollMs = 2_000
const staleMs = 60_000

/** docs/product/imports.md, "Loading". */
export function JobBar() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...read('GET /api/imports', { query: { status: 'running', limit: '1' } }),
    staleTime: staleMs,
    refetchInterval: ({ state }) => (state.data?.data.length ? pollMs : false),
  })
  const load = data?.data[0]
  const id = load?.id
  const last = useRef(id)
  useEffect(() => {
    // Rows just written appear in the open list.
    if (last.current !== undefined && id === undefined) void client.invalidateQueries()
    last.current = id
  }, [client, id])
  if (load === undefined) return null
  const { done, total, isUndo } = load.progress
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  const label = `${isUndo ? 'Deshaciendo' : 'Importando'} ${load.fileName}`
  return (
    <Link
      to={`/importar/${load.kind}/${load.id}`}
      aria-label={`${label}: ${percent}%`}
      title={`${label}: ${percent}%`}
      className="group fixed inset-x-0 top-0 z-60 block h-6 [clip-path:inset(0_0_16px_0)] focus-visible:[clip-path:none] print:hidden"
    >
      <span className="block h-0.5 bg-surface-3">
        <span className="block h-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
      </span>
      <span className="hidden bg-surface px-3 text-label text-primary-text group-focus-visible:block">{label}</span>
    </Link>
  )
}
