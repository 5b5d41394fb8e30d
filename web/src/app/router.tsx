import type { QueryClient } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import type { ComponentType } from 'react'
import { createBrowserRouter, Link, Navigate, type RouteObject } from 'react-router'
import { readQuery } from '../crud/list-state.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { FullSpinner } from '../ui/controls/spinner.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { LostScreen, RouteError } from './route-error.tsx'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'

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
