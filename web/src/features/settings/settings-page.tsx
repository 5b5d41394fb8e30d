import { Building2, Coins, FileText, type LucideIcon, MessageCircle, Truck } from 'lucide-react'
import type { ComponentType } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { CurrenciesPanel } from '../currencies/currencies-panel.tsx'
import { ShippingMethodsPanel } from '../shipping-methods/shipping-methods-panel.tsx'
import { TemplatesPanel } from '../templates/templates-panel.tsx'
import { WhatsappPanel } from '../whatsapp/whatsapp-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { settingsTabs, type TabId } from './settings-tabs.ts'

const parts: Record<TabId, { icon: LucideIcon; Panel: ComponentType }> = {
  general: {
    icon: Building2,
    Panel: GeneralPanel,
  },
  whatsapp: {
    icon: MessageCircle,
    Panel: WhatsappPanel,
  },
  templates: {
    icon: FileText,
    Panel: TemplatesPanel,
  },
  currencies: {
    icon: Coins,
    Panel: CurrenciesPanel,
  },
  'shipping-methods': {
    icon: Truck,
    Panel: ShippingMethodsPanel,
  },
}

const title = 'Configuración'
const subtitle = 'Administre la información de la empresa y la mensajería'

export function SettingsPage() {
  const { tab = 'general' } = useParams()
  const navigate = useNavigate()
  const hasRoom = useMedia('(min-width: 768px)')
  const current = settingsTabs.find(({ id }) => id === tab)
  // Bookmarks may hold the former address of the statuses.
  if (current === undefined) return <Navigate to={tab === 'statuses' ? '/admin/estados' : '/admin/settings'} replace />

  const choice = {
    label: title,
    tabs: settingsTabs.map(({ id, label }) => {
      const Icon = parts[id].icon
      return { id, label, icon: <Icon size={16} aria-hidden="true" /> }
    }),
    current: current.id,
    onChange: (id: TabId) => void navigate(`/admin/settings/${id}`),
  }
  const { Panel } = parts[current.id]
  const panel = <Panel />
  if (!hasRoom) {
    return (
      <Page
        title={title}
        tabs={
          <>
            <p className="mb-2 text-help text-muted">{subtitle}</p>
            <TabSelect {...choice} />
          </>
        }
      >
        {panel}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      tabs={
        <>
          <p className="mb-1 text-body text-muted">{subtitle}</p>
          <Tabs {...choice} />
        </>
      }
      head={
        <div className="-mt-0.5 mb-4">
          <h1 className="font-semibold text-h1">{title}</h1>
          <p className="mt-0.5 mb-2 text-body text-muted">{subtitle}</p>
          <Tabs {...choice} />
        </div>
      }
    >
      <TabPanel id={current.id}>{panel}</TabPanel>
    </Page>
  )
}
