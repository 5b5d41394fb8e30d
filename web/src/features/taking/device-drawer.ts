import type { CashDrawer } from '@casillero/shared/contract/cash'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'

/** A drawer with an open session. */
export type OpenDrawer = CashDrawer & { openSession: NonNullable<CashDrawer['openSession']> }

const isOpen = (drawer: CashDrawer): drawer is OpenDrawer => drawer.openSession !== null

export const openDrawers = (drawers: readonly CashDrawer[]): OpenDrawer[] => drawers.filter(isOpen)

/** Returns the chosen drawer if it is open, else the only open one. docs/product/cash.md, "The screen". */
export function drawerForPayments(drawers: readonly CashDrawer[], chosenId: string | null): OpenDrawer | undefined {
  const open = openDrawers(drawers)
  return open.find(({ id }) => id === chosenId) ?? (open.length === 1 ? open[0] : undefined)
}

/** Returns the chosen drawer, open or not, else an open one, else the first in use. */
export function drawerToShow(drawers: readonly CashDrawer[], chosenId: string | null): CashDrawer | undefined {
  const used = drawers.filter(({ isActive }) => isActive)
  return used.find(({ id }) => id === chosenId) ?? drawerForPayments(used, chosenId) ?? used.find(isOpen) ?? used[0]
}

const failedMs = 20_000

const changed = 'cash-drawer-chosen'

function subscribe(onChange: () => void): () => void {
  // The `storage` event reaches the other tabs, `changed` reaches this one.
  for (const event of ['storage', changed]) window.addEventListener(event, onChange)
  return () => {
    for (const event of ['storage', changed]) window.removeEventListener(event, onChange)
  }
}

/** Stores the choice per user and company. */
export function useDeviceDrawer() {
  const { user, company } = useSignedIn()
  const key = `cash drawer ${company.id} ${user.id}`
  const chosenId = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const query = useQuery({
    ...read('GET /api/cash-drawers'),
    // The menu shows whether the drawer is open, so a failed request is repeated.
    refetchInterval: ({ state }) => (state.status === 'error' ? failedMs : false),
  })
  const drawers = query.data?.data
  return {
    query,
    drawers,
    forPayments: drawers && drawerForPayments(drawers, chosenId),
    toShow: drawers && drawerToShow(drawers, chosenId),
    choose(id: string) {
      localStorage.setItem(key, id)
      window.dispatchEvent(new Event(changed))
    },
  }
}
