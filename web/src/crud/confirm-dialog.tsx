import { defer } from '../ui/feedback/deferred.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

/** Asks before what cannot be undone; its code comes with the first question. */
export const ConfirmDialog = defer(
  () => import('./confirm-panel.tsx').then((module) => module.ConfirmPanel),
  DialogWait,
)
