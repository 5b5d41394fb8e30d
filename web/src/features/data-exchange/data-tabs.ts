import type { ComponentType } from 'react'
import { CopyPanel } from '../exports/copy-panel.tsx'
import { LoadsPanel } from '../imports/loads-panel.tsx'
import { TokensPanel } from '../programs/tokens-panel.tsx'
import { WebhooksPanel } from '../programs/webhooks-panel.tsx'

type DataTab = { id: string; label: string; Panel: ComponentType }

/** The tabs in the order in which they are shown; a further one is a line. */
export const dataTabs: readonly [DataTab, ...DataTab[]] = [
  { id: 'cargas', label: 'Cargas', Panel: LoadsPanel },
  {
    id: 'programas',
    label: 'Programas',
    Panel: TokensPanel,
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    Panel: WebhooksPanel,
  },
  { id: 'copia', label: 'Copia', Panel: CopyPanel },
]
