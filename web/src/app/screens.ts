/** The code of each screen, which comes when somebody goes there. */
export const screens = {
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
  '/clients': () => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage),
  '/tarifas': () => import('../features/tariffs/tariffs-page.tsx').then((m) => m.TariffsPage),
  '/paquetes': () => import('../features/packages/packages-page.tsx').then((m) => m.PackagesPage),
  '/facturar': () => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage),
  '/cuenta': () => import('../features/account/account-page.tsx').then((m) => m.AccountPage),
  '/admin/users': () => import('../features/users/users-page.tsx').then((m) => m.UsersPage),
  '/admin/empresas': () => import('../features/companies/companies-page.tsx').then((m) => m.CompaniesPage),
  '/admin/settings': () => import('../features/settings/settings-page.tsx').then((m) => m.SettingsPage),
  '/admin/mensajes': () => import('../features/messages/messages-page.tsx').then((m) => m.MessagesPage),
  '/admin/bitacora': () => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage),
}

export type ScreenPath = keyof typeof screens

/** Loads the screen of an address before anybody knows whether it will be shown; a failure is told by whoever shows it. */
export function preloadScreen(pathname: string): void {
  for (const [path, load] of Object.entries(screens)) {
    if (pathname.startsWith(path)) load().catch(() => undefined)
  }
}
