import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { FullSpinner } from '../ui/spinner.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { LostScreen, RouteError } from './route-error.tsx'
import { type ScreenPath, screens } from './screens.ts'
import { Shell } from './shell.tsx'

const loaded = new Map<ScreenPath, ComponentType>()

const screen = (path: ScreenPath, parameters = ''): RouteObject => ({
  path: path + parameters,
  // The router keeps the failure of a `lazy` route for good; a loader is asked again.
  loader: async () => {
    const code = await screens[path]().catch((cause: unknown) => {
      throw new LostScreen(`The code of ${path} did not arrive`, { cause })
    })
    loaded.set(path, code)
    return null
  },
  shouldRevalidate: () => false,
  element: <LoadedScreen path={path} />,
  ErrorBoundary: RouteError,
})

function LoadedScreen({ path }: { path: ScreenPath }) {
  const Screen = loaded.get(path)
  return Screen && <Screen />
}

const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    HydrateFallback: FullSpinner,
    children: [
      ...['/', '/login'].map((path) => ({ path, element: <Navigate to="/dashboard" replace /> })),
      screen('/dashboard'),
      screen('/clients'),
      screen('/tarifas'),
      screen('/paquetes'),
      screen('/facturar'),
      screen('/cuenta'),
      {
        path: '/admin',
        Component: AdminGuard,
        children: [
          screen('/admin/users'),
          screen('/admin/empresas'),
          screen('/admin/settings', '/:tab?'),
          screen('/admin/mensajes'),
          screen('/admin/bitacora'),
          { path: '*', Component: NotFoundPage },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
