import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { FullSpinner } from '../ui/spinner.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RouteError } from './route-error.tsx'
import { type ScreenPath, screens } from './screens.ts'
import { Shell } from './shell.tsx'

const screen = (path: ScreenPath, parameters = ''): RouteObject => ({
  path: path + parameters,
  lazy: async () => ({ Component: await screens[path]() }),
  ErrorBoundary: RouteError,
})

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
