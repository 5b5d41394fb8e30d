import { Plus } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { cx } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import type { MenuItem } from '../overlays/menu.tsx'
import { MenuButton } from '../overlays/menu-button.tsx'
import { useIsWide } from './media.ts'

/** The header of a small screen has menu and search at the left, where no toast covers them, and the logo at the right. */
export type PageFrameParts = {
  start: ReactNode
  search: ReactNode
  onSearch: () => void
  end: ReactNode
  line: ReactNode
  suffix: string
}
export const PageFrame = createContext<PageFrameParts>({
  start: null,
  search: null,
  onSearch: () => undefined,
  end: null,
  line: null,
  suffix: '',
})

type PageProps = {
  title: string
  count?: string | undefined
  search?: ReactNode
  /** An icon in the header of a small screen. */
  action?: { label: string; icon?: ReactNode; run: () => void } | undefined
  menu?: readonly MenuItem[] | undefined
  tabs?: ReactNode
  /** Replaces the header on a wide screen; contains its own `h1`. */
  head?: ReactNode
  /** Replaces the header on a small screen; contains its own `h1`. */
  bar?: ReactNode
  /** The page has the window's height, and its parts scroll. */
  fills?: true
  children: ReactNode
}

/** Contains the page's only `h1`. */
export function Page(props: PageProps) {
  const { title, search, tabs, head, bar, fills, children } = props
  const frame = use(PageFrame)
  const isWide = useIsWide()
  const content = (
    <>
      <title>{`${title} · ${frame.suffix}`}</title>
      {!isWide && bar}
      {!isWide && bar === undefined && <NarrowHead {...props} />}
      {frame.line}
      <main
        id="contenido"
        tabIndex={-1}
        className={cx(
          '@container/page mx-auto w-full max-w-[1440px] focus:outline-none',
          bar === undefined && 'px-(--gutter) pt-3 md:pt-5 lg:pt-[46px]',
          fills ? 'flex min-h-0 flex-1 flex-col' : 'pb-8',
          fills && bar === undefined && 'pb-3 lg:pb-[46px]',
        )}
      >
        {isWide && head}
        {isWide && head === undefined && <WideHead {...props} />}
        {!isWide && tabs !== undefined && <div className="mb-3">{tabs}</div>}
        {!isWide && search !== undefined && <div className="mb-3">{search}</div>}
        {children}
      </main>
    </>
  )
  return fills ? <div className="flex h-dvh flex-col">{content}</div> : content
}

function NarrowHead({ title, count, action, menu = [] }: PageProps) {
  const frame = use(PageFrame)
  return (
    <header className="sticky top-0 z-15 flex h-14 items-center gap-1 border-line border-b bg-surface pr-3 pl-1">
      {frame.start}
      {frame.search}
      {/* Two lines at most: without room, the count wraps out of sight before the title is cut. */}
      <div className="flex max-h-10 min-w-0 flex-wrap gap-x-2 overflow-hidden text-title leading-5">
        <h1 className="line-clamp-2 min-w-0 max-w-full break-words font-semibold">{title}</h1>
        {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
      </div>
      <div className="ml-auto flex items-center gap-2">
        {frame.end}
        {action && (
          <IconButton
            label={action.label}
            icon={action.icon ?? <Plus size={20} aria-hidden="true" />}
            className="text-primary-text"
            onClick={action.run}
          />
        )}
        <MenuButton items={menu} />
      </div>
    </header>
  )
}

function WideHead({ title, count, search, action, menu = [], tabs }: PageProps) {
  return (
    <div className={tabs === undefined ? 'mb-3 flex items-center gap-3' : 'mb-3 flex items-stretch'}>
      {/* The tabs' rule continues under the title. */}
      <h1
        className={cx('min-w-0 truncate font-semibold text-h1', tabs !== undefined && 'border-line border-b pt-1 pr-6')}
      >
        {title}
      </h1>
      {count !== undefined && <span className="text-h1 text-muted tabular-nums">{count}</span>}
      {tabs !== undefined && <div className="min-w-0 flex-1">{tabs}</div>}
      <div className="ml-auto flex shrink-0 items-center gap-3">
        {search !== undefined && <div className="w-[300px]">{search}</div>}
        {action && (
          <Button variant="primary" icon={action.icon ?? <Plus size={16} aria-hidden="true" />} onClick={action.run}>
            {action.label}
          </Button>
        )}
        <MenuButton items={menu} />
      </div>
    </div>
  )
}
