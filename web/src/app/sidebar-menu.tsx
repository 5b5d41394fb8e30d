import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { findScreen } from '../lib/screen-of.ts'
import { useMay, useSignedIn } from '../lib/session.ts'
import { cx } from '../ui/class-names.ts'
import { useTooltip } from '../ui/controls/tooltip.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { type MenuEntry, menuFor } from './menu.ts'
import { closeDrawer, useSidebar } from './sidebar-store.ts'

type SubmenuEntry = Extract<MenuEntry, { children: unknown }>
type LinkEntry = Extract<MenuEntry, { to: string }>

const itemClass =
  'relative flex min-h-(--menu-item) w-full items-center gap-3 rounded-md px-3 font-medium text-body hover:bg-surface-3'
const iconClass = 'shrink-0 text-muted in-aria-[current=page]:text-primary-text'
const activeClass =
  'bg-primary-soft font-semibold text-primary-text hover:bg-primary-soft! before:absolute before:inset-y-2 before:w-[3px] before:rounded-full before:bg-primary'

export function SidebarMenu({ isNarrow }: { isNarrow: boolean }) {
  const { company } = useSignedIn()
  const may = useMay()
  const { pathname } = useLocation()
  const entries = menuFor(may, company)
  const current = entries.find((entry) => 'children' in entry && holds(entry, pathname))
  // Undefined until the user chooses: then the open screen's submenu shows, else the daily work.
  const [chosen, setChosen] = useState<string | null>()
  const open = chosen === undefined ? (current?.label ?? 'Paquetes') : chosen
  return (
    <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-2">
      <ul className="grid gap-px">
        {entries.map((entry) => (
          <li key={entry.label} className={entry.isFirst && 'mt-1.5 border-line border-t pt-1.5'}>
            {'to' in entry ? (
              <ItemLink entry={entry} isNarrow={isNarrow} />
            ) : isNarrow ? (
              <Flyout entry={entry} isCurrent={entry === current} />
            ) : (
              <Submenu
                entry={entry}
                isOpen={entry.label === open}
                onToggle={() => setChosen(entry.label === open ? null : entry.label)}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const holds = ({ children, within }: SubmenuEntry, pathname: string): boolean =>
  children.some((link) => link.to === findScreen(pathname)) || (within !== undefined && pathname.startsWith(within))

function ItemLink({ entry, isNarrow }: { entry: LinkEntry; isNarrow: boolean }) {
  const { handlers, bubble } = useTooltip(isNarrow ? entry.label : undefined, 'right')
  const { isDrawerOpen } = useSidebar()
  return (
    <>
      <NavLink
        to={entry.to}
        // Takes the place of the drawer's own step in the history.
        replace={isDrawerOpen}
        {...handlers}
        onClick={closeDrawer}
        className={({ isActive }) =>
          cx(itemClass, isNarrow && 'justify-center', isActive && `${activeClass} before:left-0`)
        }
      >
        <entry.icon size={18} className={iconClass} aria-hidden="true" />
        <span className={isNarrow ? 'sr-only' : undefined}>{entry.label}</span>
        {entry.Badge && <entry.Badge isNarrow={isNarrow} />}
      </NavLink>
      {bubble}
    </>
  )
}

type SubmenuProps = { entry: SubmenuEntry; isOpen: boolean; onToggle: () => void }

function Submenu({ entry, isOpen, onToggle }: SubmenuProps) {
  const list = useRef<HTMLUListElement>(null)
  const { isDrawerOpen } = useSidebar()
  const id = `submenu-${entry.label.toLowerCase()}`
  const Chevron = isOpen ? ChevronDown : ChevronRight
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle} className={itemClass}>
        <entry.icon size={18} className={iconClass} aria-hidden="true" />
        <span className="flex-1 text-left">{entry.label}</span>
        <Chevron size={16} className="text-muted" aria-hidden="true" />
      </button>
      <ul ref={list} id={id} hidden={!isOpen} className="my-px ml-5 border-line border-l pl-3">
        {entry.children.map((link) => (
          <li key={link.to}>
            <NavLink
              to={link.to}
              replace={isDrawerOpen}
              onClick={closeDrawer}
              className={({ isActive }) =>
                cx(
                  'relative flex min-h-(--sub-item) items-center rounded-md px-3 text-body hover:bg-surface-3',
                  isActive && `${activeClass} before:-left-[14px]`,
                )
              }
            >
              {link.label}
              {link.Badge && <link.Badge isNarrow={false} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Flyout({ entry, isCurrent }: { entry: SubmenuEntry; isCurrent: boolean }) {
  const navigate = useNavigate()
  const { handlers, bubble } = useTooltip(entry.label, 'right')
  const items = entry.children.map((link) => ({ label: link.label, run: () => void navigate(link.to) }))
  return (
    <>
      <Menu
        side="right"
        items={items}
        trigger={(trigger) => (
          <button
            type="button"
            aria-label={entry.label}
            {...handlers}
            {...trigger}
            className={cx(itemClass, 'justify-center', isCurrent && `${activeClass} before:left-0`)}
          >
            <entry.icon size={18} className={isCurrent ? undefined : iconClass} aria-hidden="true" />
          </button>
        )}
      />
      {bubble}
    </>
  )
}
