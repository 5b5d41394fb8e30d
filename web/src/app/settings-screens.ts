import { Settings } from 'lucide-react'
import { settingsTabs } from '../features/settings/settings-tabs.ts'
import { read } from '../lib/api.ts'
import type { MenuGroup, Screen } from './screen.ts'

const settings: MenuGroup = { label: 'Configuración', icon: Settings, right: 'settings.write' }

export const settingsScreens: readonly Screen[] = [
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
