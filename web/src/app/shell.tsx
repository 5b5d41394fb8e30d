import { Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { permissionDeniedEvent } from '../lib/api.ts'
import { findScreen } from '../lib/screen-of.ts'
import { refreshPermissions, useMay, useSignedIn } from '../lib/session.ts'
import { cx } from '../ui/class-names.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { toastError } from '../ui/feedback/toast.tsx'
import { useIsWide } from '../ui/layout/media.ts'
import { PageFrame } from '../ui/layout/page.tsx'
import { BackSteps } from './back-steps.tsx'
import { ConnectionLine, JobBar } from './late-parts.ts'
import { SearchIcon, SearchLayer } from './search-entry.tsx'
import { Sidebar } from './sidebar.tsx'
import { openDrawer, openSearch, useSidebar } from './sidebar-store.ts'

/** A refused permission is one that the screens did not know to be gone. */
function useChangedPermissions(): void {
  useEffect(() => {
    const onDenied = () =>
      void refreshPermissions().then((isChanged) => {
        if (isChanged) toastError('Su administrador cambió sus permisos')
      })
    window.addEventListener(permissionDeniedEvent, onDenied)
    return () => window.removeEventListener(permissionDeniedEvent, onDenied)
  }, [])
}

export function Shell() {
  const { company } = useSignedIn()
  const may = useMay()
  const { isCollapsed, isDrawerOpen } = useSidebar()
  const isWide = useIsWide()
  const screen = findScreen(useLocation().pathname)
  const shown = useRef(screen)
  useChangedPermissions()
  const isLeaving = useNavigation().state !== 'idle'

  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    // Moves the focus to the start of a new screen, unless the screen has set it itself.
    const main = document.getElementById('contenido')
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [screen])

  const frame = {
    suffix: company.name,
    start: (
      <IconButton
        label="Abrir menú"
        icon={<Menu size={20} aria-hidden="true" />}
        aria-expanded={isDrawerOpen}
        onClick={openDrawer}
      />
    ),
    search: <SearchIcon />,
    onSearch: openSearch,
    end: <Logo name={company.name} url={company.logoUrl} className="size-8 rounded-md" />,
    line: may('messages.send') && <ConnectionLine />,
  }
  return (
    <>
      {/* No link, which would make a step in the history for Back to take. */}
      <button
        type="button"
        onClick={() => document.getElementById('contenido')?.focus()}
        className="sr-only z-60 rounded-md bg-surface px-4 py-2 font-medium text-primary-text focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Saltar al contenido
      </button>
      {isLeaving && (
        <div className="fixed inset-x-0 top-0 z-60">
          <ProgressBar />
        </div>
      )}
      {may('imports.write') && <JobBar />}
      <Sidebar />
      <div
        inert={isDrawerOpen && !isWide}
        className={cx('transition-[padding] duration-300 ease-out', isCollapsed ? 'lg:pl-[80px]' : 'lg:pl-[280px]')}
      >
        <PageFrame value={frame}>
          <Outlet />
        </PageFrame>
      </div>
      <SearchLayer />
      <BackSteps />
      <ScrollRestoration />
    </>
  )
}
