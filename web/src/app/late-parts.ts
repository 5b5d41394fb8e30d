import { type ComponentType, useEffect } from 'react'
import { defer } from '../ui/feedback/defer.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

// On a slow link the screen loads alone for the first seconds.
const aloneMs = 2_000
const rest = () => new Promise((resolve) => setTimeout(resolve, aloneMs))
const tryAgainMs = 20_000

/** Code that failed to load is requested again, soonest when the link is back. */
function Nothing({ retry }: { retry?: (() => void) | undefined }) {
  useEffect(() => {
    if (retry === undefined) return
    const timer = setTimeout(retry, tryAgainMs)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [retry])
  return null
}

/** Loads a part of every screen after the screen's own code. */
const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  defer<Props>(() => rest().then(load), Nothing)

const connection = () => import('../features/messages/connection-line.tsx')
/** The counts beside the links of the menu. */
const badges = () => import('./badges.tsx')

export const ConnectionLine = late(() => connection().then((module) => module.ConnectionLine))
export const JobBar = late(() => import('../features/imports/job-bar.tsx').then((module) => module.JobBar))
export const WaitingBadge = late(() => connection().then((module) => module.WaitingBadge))
export const CashBadge = late(() => badges().then((module) => module.CashBadge))
export const ConversationsBadge = late(() => badges().then((module) => module.ConversationsBadge))
export const ClientsBadge = late<{ isNarrow: boolean }>(() => badges().then((module) => module.ClientsBadge))
export const UnownedBadge = late<{ isNarrow: boolean }>(() => badges().then((module) => module.UnownedBadge))
export const PrealertsBadge = late<{ isNarrow: boolean }>(() => badges().then((module) => module.PrealertsBadge))
export const ShipmentsBadge = late<{ isNarrow: boolean }>(() => badges().then((module) => module.ShipmentsBadge))

export const SearchDialog = defer(
  () => import('../features/search/search-dialog.tsx').then((module) => module.SearchDialog),
  DialogWait,
)

const fetchAhead = async () => {
  await rest()
  // Packages that were received without a link are sent from any screen, and signing out asks about them.
  if (localStorage.getItem('receptionWaiting') !== null) {
    const { startReception } = await import('../features/reception/sending/waiting-work.tsx')
    startReception()
  }
  await SearchDialog.preload()
}

export const fetchLateParts = () => void fetchAhead()
