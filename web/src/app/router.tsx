import type { QueryClient } from '@tanstack/react-query'
import { ArrowLeft, Compass, Menu } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import {
  createBrowserRouter,
  Link,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router'
import { readQuery } from '../crud/list-state.ts'
import { permissionDeniedEvent } from '../lib/api.ts'
import { findScreen } from '../lib/screen-of.ts'
import { refreshPermissions, useMay, useSignedIn } from '../lib/session.ts'
import { cx } from '../ui/class-names.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { FullSpinner } from '../ui/controls/spinner.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { CodeLost } from '../ui/feedback/code-lost.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { toastError } from '../ui/feedback/toast.tsx'
import { useIsWide } from '../ui/layout/media.ts'
import { Page, PageFrame } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'
import { BackSteps } from './back-steps.tsx'
import { ConnectionLine, JobBar } from './late-parts.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { SearchIcon, SearchLayer } from './search-entry.tsx'
import { Sidebar } from './sidebar.tsx'
import { openDrawer, openSearch, useSidebar } from './sidebar-store.ts'

class LostScreen extends Error {}

function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => console.error('Unexpected error', error), [error])
  const again = () => void navigate(location, { replace: true, state: location.state, preventScrollReset: true })
  return (
    <Page title="Error">
      <Surface>
        {error instanceof LostScreen ? (
          <CodeLost onRetry={again} />
        ) : (
          <ErrorState title="No se pudo mostrar esta pantalla" onRetry={() => window.location.reload()} />
        )}
      </Surface>
    </Page>
  )
}

const loaded = new Map<string, ComponentType>()

const buildRoute = (
  client: QueryClient,
  { path, tabs, rest = tabs ? '/:tab?' : '', load, reads }: Screen,
): RouteObject => ({
  path: path + rest,
  // The router keeps the failure of a `lazy` route for good; a loader is asked again.
  loader: async ({ request }) => {
    const params = new URL(request.url).searchParams
    for (const ahead of reads?.(readQuery(params), (key) => params.getAll(key)) ?? []) void client.prefetchQuery(ahead)
    const code = await load().catch((cause: unknown) => {
      throw new LostScreen(`The code of ${path} did not arrive`, { cause })
    })
    loaded.set(path, code)
    return null
  },
  shouldRevalidate: () => false,
  element: <LoadedScreen path={path} />,
  ErrorBoundary: RouteError,
})

function LoadedScreen({ path }: { path: string }) {
  const Screen = loaded.get(path)
  return Screen && <Screen />
}

const isAdmins = ({ path }: Screen) => path.startsWith('/admin/')

const buildRoutes = (client: QueryClient): RouteObject[] => [
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    HydrateFallback: FullSpinner,
    children: [
      ...['/', '/login'].map((path) => ({ path, element: <Navigate to="/dashboard" replace /> })),
      ...screens.filter((screen) => !isAdmins(screen)).map((screen) => buildRoute(client, screen)),
      {
        path: '/admin',
        Component: AdminGuard,
        children: [
          ...screens.filter(isAdmins).map((screen) => buildRoute(client, screen)),
          { path: '*', Component: NotFoundPage },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const createRouter = (client: QueryClient) => createBrowserRouter(buildRoutes(client))

function NotFoundPage() {
  return (
    <Page title="Página no encontrada">
      <Surface>
        <EmptyState
          title="Esta página no existe"
          hint="Revise la dirección o vuelva al inicio."
          icon={<Compass size={20} />}
        >
          <Link to="/dashboard" className={buttonClass('secondary')}>
            Ir al Dashboard
          </Link>
        </EmptyState>
      </Surface>
    </Page>
  )
}

function AdminGuard() {
  const { user } = useSignedIn()
  return user.type === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />
}

/** Reloads the permissions when the server refuses one that the screens still showed. */
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

/** Moves the focus to the start of a new screen, unless the screen has set it itself. */
function useScreenFocus(): void {
  const screen = findScreen(useLocation().pathname)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    const main = document.getElementById('contenido')
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [screen])
}

function Shell() {
  const { company } = useSignedIn()
  const may = useMay()
  const { isCollapsed, isDrawerOpen } = useSidebar()
  const isWide = useIsWide()
  useChangedPermissions()
  useScreenFocus()
  const isStep = useLocation().state?.from === 'first-steps'
  const isLeaving = useNavigation().state !== 'idle'
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
    line: (
      <>
        {isStep && (
          <p className="mx-auto w-full max-w-[1440px] px-(--gutter) pt-2">
            <Link to="/dashboard" className={cx(buttonClass('link', 'sm'), '-ml-2')}>
              <ArrowLeft size={16} aria-hidden="true" />
              Primeros pasos
            </Link>
          </p>
        )}
        {may('messages.send') && <ConnectionLine />}
      </>
    ),
  }
  return (
    <>
      {/* A button, because a link would add a step to the history for Back. */}
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
