import type { ListView } from '@casillero/shared/contract/list-views'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { read } from '../lib/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { CodeLost } from '../ui/feedback/code-lost.tsx'
import { useMedia } from '../ui/layout/media.ts'
import type { ListState } from './list-state.ts'

export type FilterParts = ComponentType<{
  state: ListState
  total: number | undefined
  startsOpen: boolean
  onAsk: () => void
}>

type FilterLineProps = {
  list: ListView['list']
  state: ListState
  total: number | undefined
  /** Undefined while nothing is filtered. */
  clear: (() => void) | undefined
  Parts: FilterParts
}

/** Shows only a button until there is a filter or a view, so that a plain list loads no code for it. */
export function FilterLine({ list, state, total, clear, Parts }: FilterLineProps) {
  const [isAsked, setIsAsked] = useState(false)
  const views = useQuery(read('GET /api/list-views', { query: { list } })).data?.data
  const [isThere, setIsThere] = useState(false)
  const isNeeded = isAsked || clear !== undefined || (views !== undefined && views.length > 0)
  if (isNeeded && !isThere) setIsThere(true)
  const ask = () => setIsAsked(true)
  if (isNeeded || isThere) return <Parts state={state} total={total} startsOpen={isAsked} onAsk={ask} />
  return <FilterButton onClick={ask} />
}

/** Shown while the code loads or after it failed. */
export const FilterWait = ({ retry, onAsk }: { retry?: (() => void) | undefined; onAsk: () => void }) => (
  <>
    <FilterButton onClick={retry ?? onAsk} />
    {retry && <CodeLost onRetry={retry} />}
  </>
)

function FilterButton({ onClick }: { onClick: (() => void) | undefined }) {
  const isRoomy = useMedia('(min-width: 768px)')
  return (
    <div data-filters className="mb-3 min-h-(--control)">
      <Button
        icon={<ListFilter size={16} aria-hidden="true" />}
        aria-haspopup={isRoomy ? 'menu' : 'dialog'}
        onClick={onClick}
      >
        {isRoomy ? 'Filtro' : 'Filtros'}
      </Button>
    </div>
  )
}
