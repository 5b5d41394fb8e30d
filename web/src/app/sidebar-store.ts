import { create } from 'zustand'

type Sidebar = { isCollapsed: boolean; isDrawerOpen: boolean }

const key = 'sidebar'

/** How the sidebar stands; whether it is collapsed is remembered on this device. */
export const useSidebar = create<Sidebar>(() => ({
  isCollapsed: localStorage.getItem(key) === 'collapsed',
  isDrawerOpen: false,
}))

export function toggleCollapsed(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  localStorage.setItem(key, isCollapsed ? 'collapsed' : 'expanded')
  useSidebar.setState({ isCollapsed })
}

export const openDrawer = (): void => useSidebar.setState({ isDrawerOpen: true })
export const closeDrawer = (): void => useSidebar.setState({ isDrawerOpen: false })
