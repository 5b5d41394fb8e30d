import { type CashDrawer, type CashSession, cashDrawerDraft } from '@casillero/shared/contract/cash'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import type * as z from 'zod/mini'
import { CreateLine } from '../../crud/create-line.tsx'
import { RecordForm } from '../../crud/record-form.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { exportItems } from '../exports/export-items.ts'
import { SumLine } from '../invoices/sum-line.tsx'
import { VouchersPanel } from '../vouchers/vouchers-panel.tsx'
import { formatMoment, formatTime } from './cash-texts.ts'
import { ClosingPage } from './closing-page.tsx'
import { ClosingsPanel } from './closings-panel.tsx'
import { ClosureTable } from './closure-table.tsx'
import { DebtsPanel } from './debts-panel.tsx'
import { EntryList } from './entry-list.tsx'
import { OtherMethods } from './other-methods.tsx'
import { usePrintSession } from './print-session.ts'
import { SessionHead } from './session-head.tsx'
import { SessionPanel } from './session-panel.tsx'
import { TakingsCard } from './takings-card.tsx'

const texts = {
  title: 'Cajas',
  create: 'Nueva Caja',
  empty: 'No hay cajas',
  emptyHint: 'Cada mostrador puede tener la suya.',
  failed: 'Error al cargar las cajas',
}

function OpenCash() {
  const cash = useQuery(read('GET /api/dashboard')).data?.data.money?.cash
  if (!cash || cash.sessions === 0) return null
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-2 text-body">
      <span className="text-muted">Efectivo en cajas abiertas</span>
      <b className="font-semibold tabular-nums">{sumsText(cash.amounts)}</b>
    </p>
  )
}

function DrawerCash({ sessionId }: { sessionId: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id: sessionId } }))
  const balances = query.data?.data.balances ?? []
  const sums = balances.flatMap(({ symbol, expected }) => (expected === null ? [] : [{ symbol, amount: expected }]))
  if (sums.length === 0) return null
  return <span className="font-semibold text-body tabular-nums">{sumsText(sums)}</span>
}

const sumsText = (sums: readonly { symbol: string; amount: number }[]): string =>
  sums.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' · ')

function DrawersPanel() {
  const resource = useResource(() => wholeList(read('GET /api/cash-drawers')), texts)
  const { mayWrite, create, table, dialogs } = useRecords<CashDrawer>({
    thing: 'la caja',
    formatName: ({ name }) => name,
    Form: DrawerForm,
    write: 'cash.manage',
  })
  return (
    <>
      {mayWrite && <OpenCash />}
      {create && <CreateLine label={texts.create} onCreate={create} />}
      <ResourceList
        resource={resource}
        onCreate={create}
        table={{
          ...table,
          columns,
          card: (drawer) => <DrawerCard drawer={drawer} />,
          look: { minWidth: 560, rowClass: ({ isActive }) => (isActive ? undefined : 'text-muted') },
        }}
      />
      {dialogs}
    </>
  )
}

const columns: readonly Column<CashDrawer>[] = [
  { header: 'Nombre', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { header: 'Estado', width: 400, cell: (drawer) => <DrawerState drawer={drawer} /> },
]

function DrawerCard({ drawer }: { drawer: CashDrawer }) {
  return (
    <>
      <CardTitle>{drawer.name}</CardTitle>
      <DrawerState drawer={drawer} />
    </>
  )
}

function DrawerState({ drawer: { isActive, openSession } }: { drawer: CashDrawer }) {
  const may = useMay()
  if (openSession === null)
    return isActive ? <span className="text-muted">Cerrada</span> : <Badge tone="grey">Retirada</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="green">Abierta</Badge>
      {may('cash.manage') && <DrawerCash sessionId={openSession.id} />}
      <span className="text-help text-muted">
        {`Turno #${openSession.companySessionId} · ${openSession.openedBy.fullName} · ${formatMoment(openSession.openedAt)}`}
      </span>
    </span>
  )
}

type Form = z.input<typeof cashDrawerDraft>

const Fields = createFields<Form>()

type DrawerFormProps = { row: CashDrawer | undefined; onClose: () => void }

function DrawerForm({ row, onClose }: DrawerFormProps) {
  return (
    <RecordForm
      thing="la caja"
      calls={{
        list: () => call('GET /api/cash-drawers'),
        create: (body) => call('POST /api/cash-drawers', { body }),
        update: (id, body) => call('PUT /api/cash-drawers/:id', { params: { id }, body }),
      }}
      row={row}
      size="md"
      schema={cashDrawerDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Caja 2" />
        {row && <Fields.Check name="isActive" label="En uso" />}
      </div>
    </RecordForm>
  )
}

const toFormValues = (drawer: CashDrawer | undefined): Form =>
  drawer === undefined
    ? { name: '', isActive: true }
    : { name: drawer.name, isActive: drawer.isActive, version: drawer.version }

const failed = 'Error al cargar el turno'

function ClosedSession({ id }: { id: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id } }))
  const session = query.data?.data
  if (session?.status === 'open') return <Navigate to="/caja" replace />
  if (session === undefined) {
    return (
      <Page title="Turno">
        <Surface>
          {query.isError ? (
            <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows height={44} label="Cargando..." />
          )}
        </Surface>
      </Page>
    )
  }
  const title = `Turno #${session.companySessionId}`
  return (
    <Page title={title} head={<SessionHead title={title} facts={formatFacts(session)} from="cierres" />}>
      <p className="mb-3 text-body text-muted lg:hidden">{formatFacts(session)}</p>
      <PrintSession session={session} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_316px]">
          <div className="grid min-w-0 gap-3">
            <ClosureTable balances={session.balances ?? []} />
            {session.note !== null && (
              <Surface className="p-4 text-body">
                <h2 className="text-label text-muted">Explicación de la diferencia</h2>
                <p className="break-words">{session.note}</p>
              </Surface>
            )}
            <TakingsCard session={session} />
          </div>
          <div className="grid gap-3">
            <OtherMethods session={session} />
            <Counts session={session} />
          </div>
        </div>
        <EntryList session={session} />
      </div>
    </Page>
  )
}

function PrintSession({ session }: { session: CashSession }) {
  const printing = usePrintSession(session)
  return (
    <div className="mb-3 flex justify-end">
      <Button busy={printing.isPending} onClick={() => printing.mutate()}>
        Imprimir
      </Button>
    </div>
  )
}

function formatFacts({ drawer, openedBy, openedAt, closedBy, closedAt }: CashSession): string {
  const opened = `${openedBy.fullName} lo abrió ${formatDateTime(openedAt)}`
  if (closedAt === null || closedBy === null) return `${drawer.name} · ${opened}`
  return `${drawer.name} · ${opened} · ${closedBy.fullName} lo cerró ${formatDateTime(closedAt)}`
}

function Counts({ session }: { session: CashSession }) {
  const attempts = [...Map.groupBy(session.counts ?? [], ({ attempt }) => attempt)]
  if (attempts.length === 0) return null
  return (
    <Surface className="p-4 text-body">
      <h2 className="mb-1.5 font-semibold text-card">Conteos</h2>
      {attempts.map(([attempt, counts]) => (
        <SumLine key={attempt} label={`Conteo ${attempt} · ${formatTime(counts[0]?.countedAt ?? '')}`}>
          {counts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
        </SumLine>
      ))}
    </Surface>
  )
}

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
