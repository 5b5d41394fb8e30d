import { defer } from '../ui/feedback/defer.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'

export const ConfirmDialog = defer(
  () => import('./confirm-panel.tsx').then((module) => module.ConfirmPanel),
  DialogWait,
)
