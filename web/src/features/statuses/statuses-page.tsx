import type { Status } from '@casillero/shared/contract/statuses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Flag } from 'lucide-react'
import { useState } from 'react'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { roleLabel } from './status-role.ts'

type Row = { last: number; move: MoveStatus | undefined }

const statusColumns = (row: Row): readonly Column<Status>[] => [
  { header: 'Orden', width: 72, cell: ({ orderPosition }) => <span className="tabular-nums">{orderPosition}</span> },
  { header: 'Estado', cell: (status) => <StatusBadge status={status} last={row.last} fallback="" /> },
  { header: 'Función', width: 184, cell: ({ role }) => <span className="text-muted">{roleLabel(role)}</span> },
  { header: 'Final', width: 96, cell: (status) => status.isFinalStatus && <FinalMark /> },
  ...(row.move
    ? [
        {
          header: 'Mover',
          width: 112,
          cell: (status: Status) => <MoveButtons status={status} last={row.last} move={row.move} />,
        },
      ]
    : []),
]

function StatusCard({ status, last, move }: Row & { status: Status }) {
  const hasFacts = status.role !== null || status.isFinalStatus
  return (
    <>
      <div className={cx('flex min-h-11 items-center gap-2', move ? 'pr-[124px]' : 'pr-10')}>
        <span className="w-4 shrink-0 text-muted tabular-nums">{status.orderPosition}</span>
        <StatusBadge status={status} last={last} fallback="" />
      </div>
      {hasFacts && (
        <p className="flex flex-wrap gap-x-2 pl-6 text-help text-muted">
          {status.role !== null && roleLabel(status.role)}
          {status.isFinalStatus && <FinalMark />}
        </p>
      )}
      {/* Lies above the card, which opens as a whole. */}
      <span className="absolute top-3 right-[49px] z-1">
        <MoveButtons status={status} last={last} move={move} />
      </span>
    </>
  )
}

const FinalMark = () => (
  <span className="inline-flex items-center gap-1.5 text-green-text">
    <Flag size={14} aria-hidden="true" />
    Final
  </span>
)

const StatusForm = defer(() => import('./status-form.tsx').then((module) => module.StatusForm), DialogWait)

const texts = {
  title: 'Estados',
  create: 'Nuevo Estado',
  empty: 'No se encontraron estados',
  emptyHint: 'Por ellos pasa un paquete, desde la bodega hasta la entrega.',
  failed: 'Error al cargar los estados',
}

const none: readonly Status[] = []

const formatName = ({ name }: Status) => name

/** docs/product/catalogues.md, "Statuses". */
export function StatusesPage() {
  const resource = useResource(() => wholeList(read('GET /api/statuses')), texts)
  const statuses = resource.query.data?.data ?? none
  const { move, said } = useStatusOrder(statuses)
  const { mayWrite, create, table, dialogs } = useRecords<Status>({
    thing: 'el estado',
    formatName,
    Form: StatusForm,
    remove: (id) => call('DELETE /api/statuses/:id', { params: { id } }),
    write: 'settings.write',
    whyItStays,
  })
  const row = { last: statuses.length, move: mayWrite ? move : undefined }

  return (
    <ResourcePage
      resource={resource}
      onCreate={create}
      above={
        <>
          <p className="mb-3 text-body text-muted">El camino de un paquete, en orden</p>
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      }
      table={{
        ...table,
        columns: statusColumns(row),
        card: (status) => <StatusCard status={status} {...row} />,
        look: { isOneColumn: true },
      }}
    >
      {dialogs}
    </ResourcePage>
  )
}

function whyItStays({ role, isFinalStatus }: Status): string | undefined {
  if (role !== null) return 'El estado tiene una función; désela antes a otro'
  return isFinalStatus ? 'Siempre hay un estado final; elija otro antes' : undefined
}

type Move = { status: Status; step: Step }

/** `said` announces the new position to screen readers. */
function useStatusOrder(statuses: readonly Status[]): { move: MoveStatus; said: string } {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const moving = useMutation({
    mutationFn: ({ status, step }: Move) => {
      const { id, name, isFinalStatus, role, version, orderPosition } = status
      const body = { name, isFinalStatus, role, version, orderPosition: orderPosition + step }
      return call('PUT /api/statuses/:id', { params: { id }, body })
    },
    onError: (error) => toastFailure(error, 'Error al cambiar el orden de los estados'),
    onSettled: async (saved) => {
      // The next move needs the current versions, even after a refusal.
      await client.refetchQueries({ type: 'active' }, { cancelRefetch: false })
      if (saved) setSaid(`${saved.data.name} es ahora el ${saved.data.orderPosition} de ${statuses.length}`)
    },
  })
  return { said, move: (status, step) => !moving.isPending && moving.mutate({ status, step }) }
}

type Step = -1 | 1
type MoveStatus = (status: Status, step: Step) => void

type MoveButtonsProps = { status: Status; last: number; move: MoveStatus | undefined }

/** At either end the button stays, so that it keeps the focus. */
function MoveButtons({ status, last, move }: MoveButtonsProps) {
  if (move === undefined) return null
  const button = (step: Step) => {
    const isAtEnd = status.orderPosition === (step === -1 ? 1 : last)
    const Arrow = step === -1 ? ArrowUp : ArrowDown
    return (
      <IconButton
        label={`${step === -1 ? 'Subir' : 'Bajar'}: ${status.name}`}
        icon={<Arrow size={18} aria-hidden="true" />}
        className="max-lg:w-10"
        aria-disabled={isAtEnd || undefined}
        onClick={isAtEnd ? undefined : () => move(status, step)}
      />
    )
  }
  return (
    <span className="flex gap-0.5">
      {button(-1)}
      {button(1)}
    </span>
  )
}
