import type { SessionCompany } from '@casillero/shared/contract/auth'
import type { Right } from '@casillero/shared/domain/permissions'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { MenuGroup, Screen } from './screen.ts'
import { screens } from './screens.ts'

export type MenuLink = { label: string; to: string; Badge?: ComponentType<{ isNarrow: boolean }> }
export type MenuEntry = {
  label: string
  icon: LucideIcon
  Badge?: ComponentType<{ isNarrow: boolean }>
  isFirst?: true
} & (
  | { to: string }
  /** `within` also holds screens that have no link of their own. */
  | { children: MenuLink[]; within?: string }
)

function buildLinks({ path, tabs, Badge }: Screen, label: string): MenuLink[] {
  return (
    tabs?.map((tab) => ({ label: tab.label, to: `${path}/${tab.id}` })) ?? [
      { label, to: path, ...(Badge && { Badge }) },
    ]
  )
}

export function menuFor(may: (right: Right) => boolean, company: SessionCompany): readonly MenuEntry[] {
  const entries: MenuEntry[] = []
  const submenus = new Map<MenuGroup, Extract<MenuEntry, { children: MenuLink[] }>>()
  for (const screen of screens) {
    const { path, right, subdomains, Badge, isFirst } = screen
    const isOffered = (right === undefined || may(right)) && subdomains?.includes(company.subdomain) !== false
    if (!isOffered || screen.label === undefined) continue
    if ('icon' in screen) {
      entries.push({
        label: screen.label,
        icon: screen.icon,
        to: path,
        ...(Badge && { Badge }),
        ...(isFirst && { isFirst }),
      })
    } else if (may(screen.group.right)) {
      const { group } = screen
      const submenu = submenus.get(group) ?? {
        label: group.label,
        icon: group.icon,
        children: [],
        ...(isFirst && { isFirst }),
      }
      if (!submenus.has(group)) entries.push(submenu)
      submenus.set(group, submenu)
      const before = submenu.children.findIndex(({ to }) => to === screen.after)
      const place = before < 0 ? submenu.children.length : before + 1
      submenu.children.splice(place, 0, ...buildLinks(screen, screen.label))
      if (screen.tabs) submenu.within = path
    }
  }
  return entries
}
