import { deferred } from '../ui/feedback/deferred.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

/** Asks before something is deleted; its code comes with the first question. */
export const RemoveDialog = deferred(
  () => import('./remove-panel.tsx').then((module) => module.RemovePanel),
  DialogWait,
)
