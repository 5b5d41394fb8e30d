import { create } from 'zustand'
import { awaitField, keepKeys } from '../lib/kept-keys.ts'
import { useSession } from '../lib/session.ts'

type Sidebar = { isCollapsed: boolean; isDrawerOpen: boolean; isSearchOpen: boolean }

const key = 'sidebar'

/** The session keeps whether the sidebar is collapsed. */
export const useSidebar = create<Sidebar>(() => ({
  isCollapsed: localStorage.getItem(key) === 'collapsed',
  isDrawerOpen: false,
  isSearchOpen: false,
}))

// A new session starts with the initial state. An interrupted one keeps what is on the screen.
useSession.subscribe(({ phase }) => {
  if (phase === 'anonymous') useSidebar.setState({ isCollapsed: false })
})

export function toggleCollapsed(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  localStorage.setItem(key, isCollapsed ? 'collapsed' : 'expanded')
  useSidebar.setState({ isCollapsed })
}

export const openDrawer = (): void => useSidebar.setState({ isDrawerOpen: true })
export const closeDrawer = (): void => useSidebar.setState({ isDrawerOpen: false })

/** Closes the drawer first, because the search may be opened from it. */
export function openSearch(): void {
  if (!useSidebar.getState().isSearchOpen) {
    keepKeys()
    awaitField()
  }
  useSidebar.setState({ isDrawerOpen: false, isSearchOpen: true })
}
export const closeSearch = (): void => useSidebar.setState({ isSearchOpen: false })
