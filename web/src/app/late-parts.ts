import { useEffect } from 'react'
import { defer } from '../ui/feedback/defer.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

// On a slow link the screen has the first seconds to itself.
const aloneMs = 2_000
const rest = () => new Promise((resolve) => setTimeout(resolve, aloneMs))
const loadConnection = async () => {
  await rest()
  return await import('../features/messages/connection-line.tsx')
}
const tryAgainMs = 20_000

/** Nothing stands there until the code has come; what did not arrive is asked for again by itself, soonest when the link is back. */
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

/** The line under the header that says that WhatsApp is down; its code comes after the screen's. */
export const ConnectionLine = defer(() => loadConnection().then((module) => module.ConnectionLine), Nothing)

/** A load that is under way. */
export const JobBar = defer(async () => {
  await rest()
  return (await import('../features/imports/job-bar.tsx')).JobBar
}, Nothing)

/** The number of messages that wait for WhatsApp, beside the link to them. */
export const WaitingBadge = defer<{ isNarrow: boolean }>(
  () => loadConnection().then((module) => module.WaitingBadge),
  Nothing,
)

/** The mark that says if the drawer of this device is open, beside the link to it. */
export const OpenBadge = defer<{ isNarrow: boolean }>(async () => {
  await rest()
  return (await import('../features/taking/open-badge.tsx')).OpenBadge
}, Nothing)

/** The number of conversations that wait for a person, beside the link to them. */
export const ConversationsBadge = defer<{ isNarrow: boolean }>(async () => {
  await rest()
  return (await import('../features/conversations/conversations-badge.tsx')).ConversationsBadge
}, Nothing)

/** The number of packages without an owner, beside the link to them. */
export const UnownedBadge = defer<{ isNarrow: boolean }>(async () => {
  await rest()
  return (await import('../features/unowned/unowned-badge.tsx')).UnownedBadge
}, Nothing)

/** The number of announced purchases that should have arrived, beside the link to them. */
export const PrealertsBadge = defer<{ isNarrow: boolean }>(async () => {
  await rest()
  return (await import('../features/prealerts/prealerts-badge.tsx')).PrealertsBadge
}, Nothing)

/** The number of shipments that are to be sent, beside the link to them. */
export const ShipmentsBadge = defer<{ isNarrow: boolean }>(async () => {
  await rest()
  return (await import('../features/dispatches/shipments-badge.tsx')).ShipmentsBadge
}, Nothing)

/** Finds anything; its code comes after the screen's, or when the user reaches for it. */
export const SearchDialog = defer(
  () => import('../features/search/search-dialog.tsx').then((module) => module.SearchDialog),
  DialogWait,
)

const fetchAhead = async () => {
  await rest()
  // Packages that were received without a link are sent from any screen, and signing out asks about them.
  if (localStorage.getItem('receptionWaiting') !== null) {
    const { startReception } = await import('../features/reception/waiting-work.tsx')
    startReception()
  }
  // When the session ends under an open screen, a deployment may have taken this code away.
  await Promise.all([SearchDialog.preload(), import('../features/login/login-page.tsx').catch(() => undefined)])
}

/** Fetches the code that any screen may need, once the screen's own is there. */
export const fetchLateParts = () => void fetchAhead()
