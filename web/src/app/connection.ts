import { defer } from '../ui/feedback/deferred.tsx'

// On a slow link the screen has the first seconds to itself.
const aloneMs = 2_000
const load = async () => {
  await new Promise((resolve) => setTimeout(resolve, aloneMs))
  return await import('../features/messages/connection-line.tsx')
}
const Nothing = () => null

/** The line under the header that says that WhatsApp is down; its code comes after the screen's. */
export const ConnectionLine = defer(() => load().then((module) => module.ConnectionLine), Nothing)

/** How many messages wait for WhatsApp, beside the link to them. */
export const WaitingBadge = defer<{ isNarrow: boolean }>(() => load().then((module) => module.WaitingBadge), Nothing)
