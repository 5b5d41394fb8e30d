import { operatorMenuSubdomains } from '@casillero/shared/domain/tenant-host'
import {
  Building2,
  ChartColumn,
  LayoutDashboard,
  MessageSquareText,
  MessagesSquare,
  Package,
  PackageOpen,
  ScanBarcode,
  Settings,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react'
import { filterQuery } from '../crud/list-filter.ts'
import { lateReaders } from '../features/packages/late/late-filter.ts'
import { packageReaders } from '../features/packages/list/package-filter.ts'
import { settingsTabs } from '../features/settings/settings-tabs.ts'
import { read } from '../lib/api.ts'
import {
  CashBadge,
  ClientsBadge,
  ConversationsBadge,
  PrealertsBadge,
  ShipmentsBadge,
  UnownedBadge,
  WaitingBadge,
} from './late-parts.ts'
import type { MenuGroup, Screen } from './screen.ts'

const settings: MenuGroup = { label: 'Configuración', icon: Settings, right: 'settings.write' }

const settingsScreens: readonly Screen[] = [
  {
    path: '/admin/settings',
    label: 'Configuración',
    group: settings,
    tabs: settingsTabs,
    right: 'settings.write',
    load: () => import('../features/settings/settings-page.tsx').then((m) => m.SettingsPage),
  },
  {
    path: '/admin/respuestas',
    label: 'Respuestas',
    group: settings,
    after: '/admin/settings/templates',
    right: 'templates.manage',
    load: () => import('../features/auto-answers/answers-page.tsx').then((m) => m.AnswersPage),
    reads: () => [read('GET /api/auto-answers')],
  },
  {
    path: '/admin/respuestas-rapidas',
    label: 'Respuestas rápidas',
    group: settings,
    after: '/admin/respuestas',
    right: 'templates.manage',
    load: () => import('../features/quick-replies/quick-replies-page.tsx').then((m) => m.QuickRepliesPage),
    reads: () => [read('GET /api/quick-replies', { query: {} })],
  },
  {
    path: '/tarifas',
    label: 'Tarifas',
    group: settings,
    right: 'tariffs.read',
    load: () => import('../features/tariffs/tariffs-page.tsx').then((m) => m.TariffsPage),
    reads: (query) => [read('GET /api/tariffs', { query })],
  },
  {
    path: '/admin/cargos',
    label: 'Cargos',
    group: settings,
    right: 'settings.write',
    load: () => import('../features/charges/charges-page.tsx').then((m) => m.ChargesPage),
    reads: () => [read('GET /api/charges', { query: {} })],
  },
  {
    path: '/admin/estados',
    label: 'Estados',
    group: settings,
    right: 'settings.write',
    load: () => import('../features/statuses/statuses-page.tsx').then((m) => m.StatusesPage),
    reads: () => [read('GET /api/statuses')],
  },
  {
    path: '/admin/bitacora',
    label: 'Bitácora',
    group: settings,
    right: 'audit.read',
    load: () => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage),
  },
  {
    path: '/admin/datos',
    rest: '/:tab?',
    label: 'Datos',
    group: settings,
    right: 'settings.write',
    load: () => import('../features/data-exchange/data-page.tsx').then((m) => m.DataPage),
  },
]

const packages: MenuGroup = { label: 'Paquetes', icon: Package, right: 'packages.read' }

/** Router, menu and preload derive from it; what is below `/admin` is for admins. docs/product/screens.md, "Routes". */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    load: () => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
    reads: () => [read('GET /api/dashboard')],
  },
  {
    path: '/conversaciones',
    rest: '/:id?',
    label: 'Conversaciones',
    icon: MessagesSquare,
    Badge: ConversationsBadge,
    right: 'conversations.answer',
    load: () => import('../features/conversations/conversations-page.tsx').then((m) => m.ConversationsPage),
    reads: () => [read('GET /api/conversations/counts')],
  },
  {
    path: '/clients',
    label: 'Clientes',
    icon: Users,
    Badge: ClientsBadge,
    right: 'clients.read',
    load: () => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage),
    reads: (query) => [read('GET /api/client', { query })],
  },
  {
    path: '/clients/:id',
    load: () => import('../features/client-page/client-page.tsx').then((m) => m.ClientPage),
  },
  {
    path: '/clients/:id/cobrar',
    load: () => import('../features/collecting/collect-page.tsx').then((m) => m.CollectPage),
  },
  {
    path: '/admin/users',
    label: 'Usuarios',
    icon: UserCog,
    right: 'users.manage',
    load: () => import('../features/users/users-page.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/admin/empresas',
    label: 'Empresas',
    icon: Building2,
    right: 'companies.manage',
    subdomains: operatorMenuSubdomains,
    load: () => import('../features/companies/companies-page.tsx').then((m) => m.CompaniesPage),
  },
  {
    path: '/paquetes',
    rest: '/:id?',
    isFirst: true,
    label: 'Todos',
    group: packages,
    right: 'packages.read',
    load: () => import('../features/packages/list/packages-page.tsx').then((m) => m.PackagesPage),
    reads: (query, values) => [
      read('GET /api/packages', { query: { ...query, ...filterQuery(packageReaders, values) } }),
      read('GET /api/statuses'),
    ],
  },
  {
    path: '/paquetes/atrasados',
    load: () => import('../features/packages/late/late-page.tsx').then((m) => m.LatePage),
    reads: (query, values) => [
      read('GET /api/packages/late', { query: { ...query, ...filterQuery(lateReaders, values) } }),
    ],
  },
  {
    path: '/facturar',
    rest: '/:id?',
    label: 'Facturar',
    group: packages,
    right: 'invoices.read',
    load: () => import('../features/billing/invoices-page.tsx').then((m) => m.InvoicesPage),
  },
  {
    path: '/entregar',
    label: 'Entregar',
    group: packages,
    right: 'handovers.read',
    load: () => import('../features/handover/handover-page.tsx').then((m) => m.HandoverPage),
  },
  {
    path: '/por-retirar',
    label: 'Por retirar',
    group: packages,
    right: 'packages.read',
    load: () => import('../features/waiting/waiting-page.tsx').then((m) => m.WaitingPage),
    reads: (query) => [read('GET /api/waiting', { query })],
  },
  {
    path: '/sin-dueno',
    label: 'Sin dueño',
    group: packages,
    Badge: UnownedBadge,
    right: 'packages.read',
    load: () => import('../features/unowned/unowned-page.tsx').then((m) => m.UnownedPage),
    reads: (query) => [read('GET /api/packages/unowned', { query })],
  },
  {
    path: '/prealertas',
    label: 'Prealertas',
    group: packages,
    Badge: PrealertsBadge,
    right: 'packages.read',
    load: () => import('../features/prealerts/prealerts-page.tsx').then((m) => m.PrealertsPage),
  },
  {
    path: '/envios',
    rest: '/:part?/:id?',
    label: 'Envíos',
    group: packages,
    Badge: ShipmentsBadge,
    right: 'dispatches.read',
    load: () => import('../features/dispatches/shipments-page.tsx').then((m) => m.ShipmentsPage),
  },
  {
    path: '/recepcion',
    label: 'Recepción',
    icon: ScanBarcode,
    right: 'packages.write',
    load: () => import('../features/reception/reception-page.tsx').then((m) => m.ReceptionPage),
  },
  {
    path: '/embarques',
    rest: '/:id?/:part?',
    label: 'Embarques',
    icon: PackageOpen,
    right: 'consignments.read',
    load: () => import('../features/consignments/consignments-page.tsx').then((m) => m.ConsignmentsPage),
  },
  {
    path: '/caja',
    rest: '/:part?/:id?',
    label: 'Caja',
    icon: Wallet,
    Badge: CashBadge,
    right: 'cash.read',
    load: () => import('../features/cash/cash-page.tsx').then((m) => m.CashPage),
  },
  {
    path: '/admin/mensajes',
    label: 'Mensajes',
    isFirst: true,
    icon: MessageSquareText,
    Badge: WaitingBadge,
    right: 'messageQueue.read',
    load: () => import('../features/messages/messages-page.tsx').then((m) => m.MessagesPage),
  },
  {
    path: '/reportes',
    rest: '/:name?',
    label: 'Reportes',
    icon: ChartColumn,
    right: 'reports.read',
    load: () => import('../features/reports/reports-page.tsx').then((m) => m.ReportsPage),
  },
  ...settingsScreens,
  {
    path: '/importar/:kind',
    rest: '/:id?',
    load: () => import('../features/imports/import-page.tsx').then((m) => m.ImportPage),
  },
  {
    path: '/datos/api',
    load: () => import('../features/api-docs/api-docs-page.tsx').then((m) => m.ApiDocsPage),
  },
  {
    path: '/cuenta',
    load: () => import('../features/account/account-page.tsx').then((m) => m.AccountPage),
  },
]

/** Errors are ignored: the router reports them when it shows the screen. */
export function preloadScreen(pathname: string): void {
  for (const { path, load } of screens) {
    if (pathname.startsWith(path.replace(':id', ''))) load().catch(() => undefined)
  }
}
