import type { ComponentType } from 'react'
import { defer } from '../../ui/feedback/defer.tsx'

type DataTab = { id: string; label: string; Panel: ComponentType }

/** The tabs in the order in which they are shown; a further one is a line. */
export const dataTabs: readonly [DataTab, ...DataTab[]] = [
  { id: 'cargas', label: 'Cargas', Panel: defer(() => import('../imports/loads-panel.tsx').then((m) => m.LoadsPanel)) },
  {
    id: 'programas',
    label: 'Programas',
    Panel: defer(() => import('../programs/tokens-panel.tsx').then((m) => m.TokensPanel)),
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    Panel: defer(() => import('../programs/webhooks-panel.tsx').then((m) => m.WebhooksPanel)),
  },
  { id: 'copia', label: 'Copia', Panel: defer(() => import('../exports/copy-panel.tsx').then((m) => m.CopyPanel)) },
]
