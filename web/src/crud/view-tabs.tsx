import type { ListView } from '@casillero/shared/contract/list-views'
import { ChevronDown, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import type { Views } from './list-views.tsx'

const shownViews = 6

type ViewTabsProps = {
  views: Pick<Views, 'all' | 'current' | 'isChanged' | 'query'>
  onShow: (view: ListView | undefined) => void
}

/** Shows six views in a strip that scrolls, the others in a menu. */
export function ViewTabs({ views: { all, current, isChanged, query }, onShow }: ViewTabsProps) {
  const others = all.slice(shownViews)
  /** The current view, if it has no tab of its own. */
  const hidden = others.find((view) => view === current)
  return (
    <nav aria-label="Vistas" className="-mb-px flex min-w-0 flex-1">
      <div className="relative flex min-w-0 overflow-x-auto">
        <ViewTab name="Todos" isCurrent={current === undefined && query === ''} onClick={() => onShow(undefined)} />
        {all.slice(0, shownViews).map((view) => (
          <ViewTab key={view.id} name={view.name} isCurrent={view === current} onClick={() => onShow(view)}>
            {view.isShared && <Users size={14} className="shrink-0" aria-label="Para todos" />}
            {view === current && isChanged && changedDot}
          </ViewTab>
        ))}
      </div>
      {others.length > 0 && (
        <Menu
          items={others.map((view) => ({
            label: view.name,
            icon: view.isShared && <Users size={18} aria-label="Para todos" />,
            run: () => onShow(view),
          }))}
          trigger={(props) => (
            <button
              type="button"
              {...props}
              title={hidden?.name}
              aria-current={hidden === undefined ? undefined : 'page'}
              className={tabClass(hidden !== undefined)}
            >
              <span className="truncate">{hidden === undefined ? 'Más' : `Más: ${hidden.name}`}</span>
              {hidden !== undefined && isChanged && changedDot}
              <ChevronDown size={15} className="shrink-0" aria-hidden="true" />
            </button>
          )}
        />
      )}
    </nav>
  )
}

const changedDot = <span role="img" aria-label="Cambiada" className="size-1.5 shrink-0 rounded-full bg-primary" />

const tabClass = (isCurrent: boolean) =>
  cx(
    'flex min-h-(--row-item) max-w-40 shrink-0 items-center gap-1.5 border-b-2 px-3 text-body focus-visible:-outline-offset-2 md:max-w-48',
    isCurrent
      ? 'border-primary font-semibold text-primary-text'
      : 'border-transparent font-medium text-muted hover:text-fg',
  )

/** Scrolls only the strip; `scrollIntoView` would move the page too. */
function reveal(tab: HTMLButtonElement | null): void {
  const strip = tab?.parentElement
  if (!strip) return
  const end = tab.offsetLeft + tab.offsetWidth - strip.clientWidth
  strip.scrollLeft = Math.min(tab.offsetLeft, Math.max(end, strip.scrollLeft))
}

type ViewTabProps = { name: string; isCurrent: boolean; onClick: () => void; children?: ReactNode }

function ViewTab({ name, isCurrent, onClick, children }: ViewTabProps) {
  return (
    <button
      ref={isCurrent ? reveal : null}
      type="button"
      title={name}
      aria-current={isCurrent ? 'page' : undefined}
      className={tabClass(isCurrent)}
      onClick={onClick}
    >
      <span className="truncate">{name}</span>
      {children}
    </button>
  )
}
