import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { exportItems } from '../exports/export-items.ts'
import { VouchersPanel } from '../vouchers/vouchers-panel.tsx'
import { ClosedSession } from './closed-session.tsx'
import { ClosingPage } from './closing-page.tsx'
import { ClosingsPanel } from './closings-panel.tsx'
import { DebtsPanel } from './debts-panel.tsx'
import { DrawersPanel } from './drawers-panel.tsx'
import { SessionPanel } from './session-panel.tsx'

type TabId = 'turno' | 'comprobantes' | 'cierres' | 'por-cobrar' | 'cajas'

const tabs: readonly { id: TabId; label: string }[] = [
  { id: 'turno', label: 'Turno' },
  { id: 'comprobantes', label: 'Comprobantes' },
  { id: 'cierres', label: 'Cierres' },
  { id: 'por-cobrar', label: 'Por cobrar' },
  { id: 'cajas', label: 'Cajas' },
]

const panels: Record<TabId, ComponentType> = {
  turno: SessionPanel,
  comprobantes: VouchersPanel,
  cierres: ClosingsPanel,
  'por-cobrar': DebtsPanel,
  cajas: DrawersPanel,
}

const pollMs = 30_000
const readClosed = read('GET /api/cash-sessions', { query: { status: 'closed' } })

export function CashPage() {
  const { part = 'turno', id } = useParams()
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 768px)')
  const waiting = useQuery({ ...read('GET /api/vouchers/counts'), refetchInterval: pollMs }).data?.data.pending
  if (part === 'cierres' && id !== undefined) return <ClosedSession key={id} id={id} />
  if (part === 'cerrar' && id !== undefined) return <ClosingPage key={id} id={id} />
  const current = tabs.find((tab) => tab.id === part)
  if (current === undefined || id !== undefined) return <Navigate to="/caja" replace />
  const choice = {
    label: 'Caja',
    tabs: tabs.map((tab) =>
      tab.id === 'comprobantes' && waiting ? { ...tab, count: waiting, isWaiting: true as const } : tab,
    ),
    current: current.id,
    onChange: (tab: TabId) => void navigate(tab === 'turno' ? '/caja' : `/caja/${tab}`),
  }
  const Panel = panels[current.id]
  return (
    <Page
      title="Caja"
      menu={current.id === 'cierres' ? exportItems(readClosed) : undefined}
      tabs={isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}
    >
      {isRoomy ? (
        <TabPanel id={current.id}>
          <Panel />
        </TabPanel>
      ) : (
        <Panel />
      )}
    </Page>
  )
}
