import type { ConsignedPackage, Consignment } from '@casillero/shared/contract/consignments'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { shipmentStatuses } from '@casillero/shared/domain/package-choice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ComponentType, Fragment, type ReactNode, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { useStatuses } from '../packages/package-choices.ts'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { ArrivalPanel } from './arrival-panel.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { useConsignmentActions } from './consignment-actions.tsx'
import { poundsText, stages, unseenLabel } from './consignment-texts.ts'
import { FillField } from './fill-field.tsx'
import { useConsignmentNotice } from './notice-text.ts'
import { ReconciliationPanel } from './reconciliation-panel.tsx'

type Name = 'guide' | 'carrier' | 'departsAt' | 'expectedAt' | 'note'
type Fact = { name: Name; label: string; isDay?: true }

const entered: readonly Fact[] = [
  { name: 'guide', label: 'Guía (AWB o BL)' },
  { name: 'carrier', label: 'Agente' },
  { name: 'departsAt', label: 'Sale', isDay: true },
  { name: 'expectedAt', label: 'Se espera', isDay: true },
  { name: 'note', label: 'Nota' },
]

const formatShown = ({ isDay }: Fact, value: string | null): string => {
  if (value === null) return '—'
  return isDay ? formatDate(value) : value
}

function ConsignmentFacts({ consignment }: { consignment: Consignment }) {
  const { state, arrivedAt, sentAt, sentBy, receivedBy, closedAt, closedBy, reopenReason } = consignment
  const isEdited = useMay()('consignments.write') && state !== 'closed'
  const done: [label: string, value: string | null][] = [
    ['Llegó', arrivedAt && formatDate(arrivedAt)],
    ['Enviado', sentAt && [formatDateTime(sentAt), sentBy?.fullName].join(' · ')],
    ['Recibió', receivedBy?.fullName ?? null],
    ['Cerrado', closedAt && [formatDateTime(closedAt), closedBy?.fullName].join(' · ')],
    ['Se reabrió', reopenReason],
  ]
  const known = entered.map((fact) => [fact.label, formatShown(fact, consignment[fact.name])] as const)
  const rows = [...known, ...done.filter(([, value]) => value !== null)]
  return (
    <Surface className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <h2 className="font-semibold text-card">Datos</h2>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-help text-muted">{label}</dt>
            <dd className="break-words text-body">{value}</dd>
          </div>
        ))}
      </dl>
      {isEdited && state === 'open' && <SendStatus consignment={consignment} />}
    </Surface>
  )
}

/** Includes the version, so that no other edit is overwritten. */
function buildChange(
  { id, shippingMethod, guide, carrier, note, departsAt, expectedAt, version }: Consignment,
  change: object,
) {
  return { params: { id }, body: { shippingMethod, guide, carrier, note, departsAt, expectedAt, version, ...change } }
}

/** Shows the status chosen before sending. */
function SendStatus({ consignment }: { consignment: Consignment }) {
  const queries = useQueryClient()
  const statuses = shipmentStatuses(useStatuses())
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sendStatusId: string) => call('PUT /api/shipments/:id', buildChange(consignment, { sendStatusId })),
    onError: (error) => toastError(describeError(error, 'Error al guardar el embarque')),
    onSettled: () => queries.invalidateQueries(),
  })
  const statusId = (isPending ? variables : consignment.sendStatusId) ?? ''
  const help = useConsignmentNotice(consignment, statusId)
  return (
    <div className="mt-2 border-line border-t pt-3">
      <Field label="Al enviar pasan a" help={help}>
        {(control) => (
          <SelectInput
            {...control}
            value={statusId}
            disabled={isPending}
            onChange={({ target }) => target.value !== '' && mutate(target.value)}
          >
            {statusId === '' && <option value="">Elija un estado</option>}
            {statuses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </div>
  )
}

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

/** docs/product/shipments.md, "The screens". */
function PackagesPanel({ consignment }: { consignment: Consignment }) {
  const { id, state, packageCount, weight, clientCount, withoutWeightCount, missingCount } = consignment
  const may = useMay()
  const queries = useQueryClient()
  const isFilled = state === 'open' && may('consignments.write')
  /** Packages being removed. Until the list reloads their rows can be clicked again, which this ignores. */
  const leaving = useRef(new Set<string>())
  const takeOut = async (row: ConsignedPackage) => {
    if (leaving.current.has(row.id)) return
    leaving.current.add(row.id)
    try {
      await call('DELETE /api/shipments/:id/packages', { params: { id }, body: { packageIds: [row.id] } })
    } catch (error) {
      toastError(describeError(error, 'Error al sacar el paquete'))
    }
    await queries.invalidateQueries()
    leaving.current.delete(row.id)
  }
  const last =
    state === 'open'
      ? { label: 'Sin peso', value: String(withoutWeightCount) }
      : { label: unseenLabel(consignment), value: String(missingCount) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1280px]:grid-cols-[minmax(0,1fr)_264px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <Figures
          figures={[
            { label: 'Paquetes', value: String(packageCount) },
            { label: 'Libras', value: poundsText(weight) },
            { label: 'Clientes', value: String(clientCount) },
            last,
          ]}
        />
        {/* The field stays while the list reloads or fails. */}
        <div className={cx('min-w-0', isFilled && '*:first:rounded-b-none *:first:border-b-0 *:nth-2:rounded-t-none')}>
          {isFilled && <FillField consignment={consignment} />}
          <ConsignedList
            id={id}
            view="all"
            own={isFilled ? 'hour' : 'state'}
            empty="El embarque no tiene paquetes"
            emptyHint="Escanee un paquete para agregarlo."
            actions={
              isFilled ? (row) => [{ label: 'Sacar', icon: <X size={18} />, run: () => void takeOut(row) }] : undefined
            }
          />
        </div>
      </div>
      <ConsignmentFacts consignment={consignment} />
    </div>
  )
}

type Figure = { label: string; value: string; look?: string | undefined }

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Surface className="overflow-clip">
      <dl className="-m-px grid grid-cols-2 sm:grid-cols-4">
        {figures.map(({ label, value, look }) => (
          <div key={label} className="border-line border-t border-l px-4 py-2.5">
            <dt className="text-help text-muted">{label}</dt>
            <dd className={cx('font-semibold text-h1 tabular-nums', look)}>{value}</dd>
          </div>
        ))}
      </dl>
    </Surface>
  )
}
