import type { SessionCompany, User } from '@casillero/shared/contract/auth'
import { operatorMenuSubdomains } from '@casillero/shared/domain/tenant-host'
import {
  Building2,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  Package,
  Settings,
  UserCog,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { WaitingBadge } from './connection.ts'

export type MenuLink = { label: string; to: string }
export type MenuEntry = { label: string; icon: LucideIcon; Badge?: ComponentType<{ isNarrow: boolean }> } & (
  | { to: string }
  /** `within` also holds screens that have no link of their own. */
  | { children: readonly MenuLink[]; within?: string }
)

const daily: readonly MenuEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/dashboard' },
  { label: 'Clientes', icon: Users, to: '/clients' },
]

const users: MenuEntry = { label: 'Usuarios', icon: UserCog, to: '/admin/users' }

const companies: MenuEntry = { label: 'Empresas', icon: Building2, to: '/admin/empresas' }

const packages: MenuEntry = {
  label: 'Paquetes',
  icon: Package,
  children: [
    { label: 'Todos', to: '/paquetes' },
    { label: 'Facturar', to: '/facturar' },
  ],
}

const messages: MenuEntry = { label: 'Mensajes', icon: MessageSquareText, Badge: WaitingBadge, to: '/admin/mensajes' }

const settings: MenuEntry = {
  label: 'Configuración',
  icon: Settings,
  within: '/admin/settings',
  children: [
    { label: 'General', to: '/admin/settings/general' },
    { label: 'WhatsApp', to: '/admin/settings/whatsapp' },
    { label: 'Plantillas', to: '/admin/settings/templates' },
    { label: 'Monedas', to: '/admin/settings/currencies' },
    { label: 'Tarifas', to: '/tarifas' },
    { label: 'Bitácora', to: '/admin/bitacora' },
  ],
}

/** What the sidebar offers to this person in this company. */
export function menuFor(user: User, company: SessionCompany): readonly MenuEntry[] {
  if (user.type !== 'admin') return [...daily, packages]
  const isOperator = operatorMenuSubdomains.includes(company.subdomain)
  return [...daily, users, ...(isOperator ? [companies] : []), packages, messages, settings]
}
