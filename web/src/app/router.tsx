import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { FullSpinner } from '../ui/spinner.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'

/** A screen whose code comes when somebody goes there. */
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
  ErrorBoundary: RouteError,
})

const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    HydrateFallback: FullSpinner,
    children: [
      ...['/', '/login'].map((path) => ({ path, element: <Navigate to="/dashboard" replace /> })),
      screen('/dashboard', () => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage)),
      screen('/clients', () => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage)),
      screen('/tarifas', () => import('../features/tariffs/tariffs-page.tsx').then((m) => m.TariffsPage)),
      screen('/paquetes', () => import('../features/packages/packages-page.tsx').then((m) => m.PackagesPage)),
      screen('/facturar', () => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage)),
      {
        path: '/admin',
        Component: AdminGuard,
        children: [
          screen('users', () => import('../features/users/users-page.tsx').then((m) => m.UsersPage)),
          screen('empresas', () => import('../features/companies/companies-page.tsx').then((m) => m.CompaniesPage)),
          screen('settings/:tab?', () => import('../features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
          screen('mensajes', () => import('../features/messages/messages-page.tsx').then((m) => m.MessagesPage)),
          screen('bitacora', () => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage)),
          { path: '*', Component: NotFoundPage },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
