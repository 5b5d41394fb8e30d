import type { User } from '@casillero/shared/contract/auth'
import { LayoutDashboard, type LucideIcon, Package, Settings, Users } from 'lucide-react'

export type MenuLink = { label: string; to: string }
export type MenuEntry = { label: string; icon: LucideIcon } & ({ to: string } | { children: readonly MenuLink[] })

const everyone: readonly MenuEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/dashboard' },
  { label: 'Clientes', icon: Users, to: '/clients' },
  {
    label: 'Paquetes',
    icon: Package,
    children: [
      { label: 'Todos', to: '/paquetes' },
      { label: 'Facturar', to: '/facturar' },
    ],
  },
]

const admins: readonly MenuEntry[] = [
  { label: 'Configuración', icon: Settings, children: [{ label: 'Tarifas', to: '/tarifas' }] },
]

/** What the sidebar offers to this person. */
export const menuFor = (user: User): readonly MenuEntry[] =>
  user.type === 'admin' ? [...everyone, ...admins] : everyone
