import { lazy } from 'react'

/** Asks before what cannot be undone; its code comes with the first question. */
export const ConfirmDialog = lazy(() =>
  import('./confirm-panel.tsx').then((module) => ({ default: module.ConfirmPanel })),
)
