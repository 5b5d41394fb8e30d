import { LogOut, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { openLayer } from '../lib/open-layers.ts'
import { useSignedIn } from '../lib/session.ts'
import { useLeaving } from '../lib/use-leaving.ts'
import { cx } from '../ui/class-names.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { useTooltip } from '../ui/controls/tooltip.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { useIsWide } from '../ui/layout/media.ts'
import { SearchField } from './search-entry.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { closeDrawer, toggleCollapsed, useSidebar } from './sidebar-store.ts'

const asDialog = { role: 'dialog', 'aria-modal': true, 'aria-label': 'Menú' } as const
const asPanel = { role: 'complementary', 'aria-label': 'Barra lateral' } as const

export function Sidebar() {
  const { isCollapsed, isDrawerOpen } = useSidebar()
  const isWide = useIsWide()
  const panel = useRef<HTMLDivElement>(null)
  const isModal = isDrawerOpen && !isWide
  const isNarrow = isCollapsed && isWide

  // An open drawer would lie over the screen of the next person who signs in.
  useEffect(() => closeDrawer, [])

  useEffect(() => {
    if (!isModal) return
    const opener = document.activeElement
    panel.current?.querySelector<HTMLElement>('[data-close]')?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closeDrawer()
    window.addEventListener('keydown', onKey)
    const leave = openLayer({ close: closeDrawer, holds: () => false, isQuestion: false })
    return () => {
      leave()
      window.removeEventListener('keydown', onKey)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [isModal])

  return (
    <>
      {isModal && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="fixed inset-0 z-45 animate-fade cursor-default bg-backdrop"
          onClick={closeDrawer}
        />
      )}
      <div
        ref={panel}
        {...(isModal ? asDialog : asPanel)}
        className={cx(
          'fixed inset-y-0 left-0 z-50 flex w-[min(280px,calc(100vw-56px))] flex-col border-line border-r bg-sidebar',
          'transition-[width,translate,visibility] duration-200 ease-out lg:z-10 lg:duration-300',
          isNarrow ? 'lg:w-[80px]' : 'lg:w-[280px]',
          !isModal && 'max-lg:invisible max-lg:-translate-x-full',
        )}
      >
        <SidebarHead isNarrow={isNarrow} />
        <div className="shrink-0 border-line border-b px-3 pb-2.5">
          <SearchField isNarrow={isNarrow} />
        </div>
        <SidebarMenu isNarrow={isNarrow} />
        <SidebarFoot isNarrow={isNarrow} />
      </div>
    </>
  )
}

const typeLabels = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

type PartProps = { isNarrow: boolean }

function SidebarHead({ isNarrow }: PartProps) {
  const { user, company } = useSignedIn()
  return (
    <div className={cx('flex shrink-0 items-center gap-3 py-2.5', isNarrow ? 'flex-col justify-center' : 'pr-3 pl-5')}>
      <Logo name={company.name} url={company.logoUrl} className="size-10 rounded-md text-title" />
      {!isNarrow && (
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-semibold text-[14px] leading-[18px]">{company.name}</p>
          <p className="line-clamp-2 break-words text-[12px] text-muted leading-4" title={user.fullName}>
            {user.fullName}
          </p>
        </div>
      )}
      <IconButton
        label={isNarrow ? 'Expandir menú' : 'Contraer menú'}
        icon={
          isNarrow ? <PanelLeftOpen size={18} aria-hidden="true" /> : <PanelLeftClose size={18} aria-hidden="true" />
        }
        className="max-lg:hidden"
        onClick={toggleCollapsed}
      />
      <IconButton
        data-close
        label="Cerrar menú"
        icon={<X size={20} aria-hidden="true" />}
        className="lg:hidden"
        onClick={closeDrawer}
      />
    </div>
  )
}

function SidebarFoot({ isNarrow }: PartProps) {
  const { user } = useSignedIn()
  const { handlers, bubble } = useTooltip(isNarrow ? 'Cerrar Sesión' : undefined, 'right')
  const { askOrLeave, question } = useLeaving()
  return (
    <div className="shrink-0 border-line border-t px-3 py-2">
      <NavLink
        to="/cuenta"
        aria-label={`Mi cuenta, ${typeLabels[user.type]}`}
        title="Mi cuenta"
        onClick={closeDrawer}
        className={({ isActive }) =>
          cx(
            'mb-1 flex min-h-(--menu-item) items-center gap-3 rounded-md hover:bg-surface-3',
            isNarrow ? 'justify-center' : 'px-3',
            isActive && 'bg-primary-soft font-semibold',
          )
        }
      >
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-3 font-semibold text-[12px]"
        >
          {initials(user.firstName, user.lastName)}
        </span>
        {!isNarrow && <span className="text-body text-muted">{typeLabels[user.type]}</span>}
      </NavLink>
      <button
        type="button"
        {...handlers}
        onClick={askOrLeave}
        className={cx(
          'flex min-h-(--menu-item) w-full items-center gap-3 rounded-md px-3 font-medium text-body text-danger-text hover:bg-danger-soft',
          isNarrow && 'justify-center',
        )}
      >
        <LogOut size={18} aria-hidden="true" />
        <span className={isNarrow ? 'sr-only' : undefined}>Cerrar Sesión</span>
      </button>
      {bubble}
      {question}
    </div>
  )
}

const initials = (firstName: string, lastName: string | null): string =>
  `${firstName.charAt(0)}${lastName?.charAt(0) ?? ''}`.toUpperCase()
