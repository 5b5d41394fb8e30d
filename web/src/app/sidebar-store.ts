import { create } from 'zustand'
import { awaitField, keepKeys } from '../lib/kept-keys.ts'
import { useSession } from '../lib/session.ts'

type Sidebar = { isCollapsed: boolean; isDrawerOpen: boolean; isSearchOpen: boolean }

const key = 'sidebar'

/** The session remembers that it is collapsed. */
export const useSidebar = create<Sidebar>(() => ({
  isCollapsed: localStorage.getItem(key) === 'collapsed',
  isDrawerOpen: false,
  isSearchOpen: false,
}))

// The next session begins as the first did; one that is only interrupted keeps what is on the screen.
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

/** The drawer, from which it may be opened, gives way. */
export function openSearch(): void {
  if (!useSidebar.getState().isSearchOpen) {
    keepKeys()
    awaitField()
  }
  useSidebar.setState({ isDrawerOpen: false, isSearchOpen: true })
}
export const closeSearch = (): void => useSidebar.setState({ isSearchOpen: false })
