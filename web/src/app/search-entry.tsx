import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { openLayers } from '../lib/open-layers.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { useTooltip } from '../ui/controls/tooltip.tsx'
import { controlClass } from '../ui/forms/control-class.ts'
import { fetchLateParts, SearchDialog } from './late-parts.ts'
import { closeSearch, openSearch, useSidebar } from './sidebar-store.ts'

const { preload } = SearchDialog
const opening = {
  'aria-haspopup': 'dialog',
  onClick: openSearch,
  onMouseEnter: preload,
  onPointerDown: preload,
  onFocusCapture: preload,
} as const

/** docs/product/screens.md, "Buscar". */
export function SearchLayer() {
  const { isSearchOpen } = useSidebar()
  useEffect(fetchLateParts, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // A question is answered first.
      if (!openLayers().some(({ isQuestion }) => isQuestion)) openSearch()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      closeSearch()
    }
  }, [])
  return isSearchOpen && <SearchDialog onClose={closeSearch} />
}

export function SearchField({ isNarrow }: { isNarrow: boolean }) {
  const { handlers, bubble } = useTooltip(isNarrow ? 'Buscar' : undefined, 'right')
  return (
    <>
      <button
        type="button"
        aria-label="Buscar"
        aria-keyshortcuts="Control+K"
        {...handlers}
        {...opening}
        className={`${controlClass} flex items-center gap-2`}
      >
        <Search size={16} className="shrink-0 text-muted" aria-hidden="true" />
        {!isNarrow && (
          <>
            <span className="flex-1 text-left text-muted">Buscar</span>
            <span className="rounded-[4px] border border-grey-line bg-surface-2 px-1 text-[12px] text-muted pointer-coarse:hidden">
              Ctrl K
            </span>
          </>
        )}
      </button>
      {bubble}
    </>
  )
}

export const SearchIcon = () => (
  <IconButton label="Buscar" icon={<Search size={20} aria-hidden="true" />} {...opening} />
)
