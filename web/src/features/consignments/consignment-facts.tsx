import type { Consignment } from '@casillero/shared/contract/consignments'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { shipmentStatuses } from '@casillero/shared/domain/package-choice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, describeError } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { useStatuses } from '../packages/package-choices.ts'
import { useNoticeText } from './notice-text.ts'

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

export function ConsignmentFacts({ consignment }: { consignment: Consignment }) {
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

/** The version goes along, so that another edit is not lost. */
function buildChange(
  { id, shippingMethod, guide, carrier, note, departsAt, expectedAt, version }: Consignment,
  change: object,
) {
  return { params: { id }, body: { shippingMethod, guide, carrier, note, departsAt, expectedAt, version, ...change } }
}

/** Chosen before and kept. */
function SendStatus({ consignment }: { consignment: Consignment }) {
  const queries = useQueryClient()
  const statuses = shipmentStatuses(useStatuses())
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sendStatusId: string) => call('PUT /api/shipments/:id', buildChange(consignment, { sendStatusId })),
    onError: (error) => toastError(describeError(error, 'Error al guardar el embarque')),
    onSettled: () => queries.invalidateQueries(),
  })
  const statusId = (isPending ? variables : consignment.sendStatusId) ?? ''
  const help = useNoticeText(consignment, statusId)
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
