import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '../../crud/list-state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { requestHits } from './conversation-calls.ts'
import { takePlace } from './kept-place.ts'

/** The messages with what is searched for, from the newest on; first the one from which the user left. */
export function useHits(id: string) {
  const search = useListState().search.trim()
  const hits = useQuery({ ...requestHits(id, search), enabled: search !== '', staleTime: 60_000 }).data?.data ?? []
  const [at, setAt] = useState(() => ({ search, index: 0, place: takePlace(id) }))
  const { index: chosen, place } = at.search === search ? at : { index: 0, place: undefined }
  const index = Math.min(chosen, hits.length - 1)
  return {
    search,
    count: search === '' ? 0 : hits.length,
    index,
    hit: place ?? (search === '' ? undefined : hits[index]?.id),
    /** Beyond the last one comes the first. */
    go: (step: 1 | -1) => setAt({ search, index: (index + step + hits.length) % hits.length, place: undefined }),
  }
}

type HitBarProps = { walk: ReturnType<typeof useHits> }

/** docs/product/conversations.md, "Search". */
export function HitBar({ walk: { search, count, index, go } }: HitBarProps) {
  if (count === 0) return null
  return (
    <search
      aria-label={`Mensajes con «${search}»`}
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-line border-b bg-surface px-3 py-1.5 text-label"
    >
      <span role="status" className="min-w-0 flex-1 truncate text-muted tabular-nums">
        {`${index + 1} de ${count} con «${search}»`}
      </span>
      {count > 1 && (
        <span className="flex gap-1">
          <Button size="sm" icon={<ArrowDown size={14} aria-hidden="true" />} onClick={() => go(-1)}>
            Anterior
          </Button>
          <Button size="sm" icon={<ArrowUp size={14} aria-hidden="true" />} onClick={() => go(1)}>
            Siguiente
          </Button>
        </span>
      )}
    </search>
  )
}
