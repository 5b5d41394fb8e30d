import type { ComponentType } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { CopyPanel } from '../exports/copy-panel.tsx'
import { LoadsPanel } from '../imports/loads-panel.tsx'
import { TokensPanel } from '../programs/tokens-panel.tsx'
import { WebhooksPanel } from '../programs/webhooks-panel.tsx'

type DataTab = { id: string; label: string; Panel: ComponentType }

/** The tabs in their order. Adding one takes one line. */
const dataTabs: readonly [DataTab, ...DataTab[]] = [
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

export function DataPage() {
  const { tab = dataTabs[0].id } = useParams()
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 768px)')
  const current = dataTabs.find(({ id }) => id === tab)
  if (current === undefined) return <Navigate to="/admin/datos" replace />
  const { id, Panel } = current
  const choice = {
    label: 'Datos',
    tabs: dataTabs,
    current: id,
    onChange: (chosen: string) => void navigate(`/admin/datos/${chosen}`),
  }
  const panel = <Panel />
  return (
    <Page title="Datos" tabs={isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}>
      {isRoomy ? <TabPanel id={id}>{panel}</TabPanel> : panel}
    </Page>
  )
}
