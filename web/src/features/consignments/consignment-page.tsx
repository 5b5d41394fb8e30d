import type { Consignment } from '@casillero/shared/contract/consignments'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { ArrivalPanel } from './arrival-panel.tsx'
import { useConsignmentActions } from './consignment-actions.tsx'
import { stages } from './consignment-texts.ts'
import { PackagesPanel } from './packages-panel.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'

const failed = 'Error al cargar el embarque'

export function ConsignmentPage({ id }: { id: string }) {
  const query = useQuery({ ...read('GET /api/shipments/:id', { params: { id } }), meta: { failed } })
  if (query.data) return <Loaded consignment={query.data.data} />
  return (
    <Page title="Embarque">
      <Surface className="grid min-h-60 place-items-center">
        {query.isError ? (
          <LostRow
            error={query.error}
            lost="Este embarque no existe o fue eliminado."
            failed={failed}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Spinner label="Cargando embarque..." />
        )}
      </Surface>
    </Page>
  )
}

type Part = 'paquetes' | 'llegada' | 'cuadre'

export type PanelProps = { consignment: Consignment }

const panels: Record<Part, ComponentType<PanelProps>> = {
  paquetes: PackagesPanel,
  llegada: ArrivalPanel,
  cuadre: ReconciliationPanel,
}

function usePart({ id, state }: Consignment, packageCount: number) {
  const { part } = useParams()
  const may = useMay()
  const navigate = useNavigate()
  const tabs: { id: Part; label: string; count?: number }[] = [
    { id: 'paquetes', label: 'Paquetes', count: packageCount },
    ...(state === 'open' ? [] : [{ id: 'llegada' as const, label: 'Llegada' }]),
    ...(state === 'open' || !may('consignments.close') ? [] : [{ id: 'cuadre' as const, label: 'Cuadre' }]),
  ]
  const current: Part = tabs.find((tab) => tab.id === part)?.id ?? 'paquetes'
  const onChange = (tab: Part) =>
    void navigate(tab === 'paquetes' ? `/embarques/${id}` : `/embarques/${id}/${tab}`, { replace: true })
  return { label: 'Embarque', tabs, current, onChange }
}

function Loaded({ consignment }: PanelProps) {
  const isWide = useIsWide()
  const isRoomy = useMedia('(min-width: 768px)')
  const choice = usePart(consignment, consignment.packageCount)
  const Panel = panels[choice.current]
  const title = `Embarque #${consignment.companyShipmentId}`
  const { others, next, dialogs } = useConsignmentActions(consignment, choice.current === 'llegada')
  const head = { consignment, title, isWide, actions: isWide ? [others, next] : [others] }
  return (
    <Page title={title} head={<Head {...head} />}>
      {!isWide && <Head {...head} />}
      {choice.tabs.length > 1 && (
        <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
      )}
      {choice.tabs.length > 1 && isRoomy ? (
        <TabPanel id={choice.current}>
          <Panel consignment={consignment} />
        </TabPanel>
      ) : (
        <Panel consignment={consignment} />
      )}
      {!isWide && next && (
        <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-3 -mb-8 grid border-line border-t bg-surface px-(--gutter) py-2.5 [--control:44px]">
          {next}
        </div>
      )}
      {dialogs}
    </Page>
  )
}

type HeadProps = PanelProps & { title: string; isWide: boolean; actions: readonly ReactNode[] }

function Head({ consignment, title, isWide, actions }: HeadProps) {
  const { shippingMethod, state, guide } = consignment
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2 max-sm:-mt-2 max-sm:items-center max-sm:gap-y-1">
      <div className="min-w-0 max-sm:contents">
        <Trail places={[{ to: '/embarques', label: 'Embarques' }]} />
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-last max-sm:w-full">
          {isWide && <h1 className="font-semibold text-h1">{title}</h1>}
          <span className="text-muted">
            <ShippingKindLabel kind={shippingMethod} />
          </span>
          <StatusBadge status={stages[state]} last={4} fallback="" />
          {guide !== null && <span className="min-w-0 break-words text-muted tabular-nums">{guide}</span>}
        </div>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {actions.map((action, index) => (
          <Fragment key={index === 0 ? 'others' : 'next'}>{action}</Fragment>
        ))}
      </div>
    </div>
  )
}
