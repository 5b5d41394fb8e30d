import { defer } from '../ui/feedback/defer.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

/** Asks before something is deleted; its code loads with the first question. */
export const RemoveDialog = defer(() => import('./remove-panel.tsx').then((module) => module.RemovePanel), DialogWait)
