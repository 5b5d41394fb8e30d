import type { ConsignedPackage, Consignment } from '@casillero/shared/contract/consignments'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { call, sentenceOf } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { poundsText } from './consignment-texts.ts'
import { Figures } from './figures.tsx'
import { FillField } from './fill-field.tsx'

/** What is in a consignment; while it is open, packages are scanned into it. docs/product/shipments.md, "The screens". */
export function PackagesPanel({ consignment }: { consignment: Consignment }) {
  const { id, state, packageCount, weight, clientCount, withoutWeightCount, missingCount } = consignment
  const may = useMay()
  const queries = useQueryClient()
  const isFilled = state === 'open' && may('consignments.write')
  const takeOut = async (row: ConsignedPackage) => {
    try {
      await call('DELETE /api/shipments/:id/packages', { params: { id }, body: { packageIds: [row.id] } })
    } catch (error) {
      toastError(sentenceOf(error, 'Error al sacar el paquete'))
    }
    await queries.invalidateQueries()
  }
  const last =
    state === 'open'
      ? { label: 'Sin peso', value: String(withoutWeightCount) }
      : { label: 'Faltantes', value: String(missingCount) }
  return (
    <div className="grid items-start gap-4 min-[1280px]:grid-cols-[minmax(0,1fr)_264px]">
      <div className="grid min-w-0 gap-3">
        <Figures
          figures={[
            { label: 'Paquetes', value: String(packageCount) },
            { label: 'Libras', value: poundsText(weight) },
            { label: 'Clientes', value: String(clientCount) },
            last,
          ]}
        />
        {isFilled && <FillField consignment={consignment} />}
        <ConsignedList
          id={id}
          view="all"
          isBrief={isFilled}
          empty="El embarque no tiene paquetes"
          emptyHint="Escanee un paquete para agregarlo."
          actions={
            isFilled ? (row) => [{ label: 'Sacar', icon: <X size={18} />, run: () => void takeOut(row) }] : undefined
          }
        />
      </div>
      <Facts consignment={consignment} />
    </div>
  )
}

function Facts({ consignment }: { consignment: Consignment }) {
  const { guide, carrier, departsAt, expectedAt, arrivedAt, note, sentAt, sentBy, receivedBy, closedAt } = consignment
  const { closedBy, reopenReason } = consignment
  const day = (date: string | null) => (date === null ? null : formatDate(date))
  const facts: [label: string, value: string | null][] = [
    ['Guía', guide],
    ['Agente', carrier],
    ['Sale', day(departsAt)],
    ['Se espera', day(expectedAt)],
    ['Llegó', day(arrivedAt)],
    ['Nota', note],
    ['Enviado', sentAt && [formatDateTime(sentAt), sentBy?.fullName].join(' · ')],
    ['Recibió', receivedBy?.fullName ?? null],
    ['Cerrado', closedAt && [formatDateTime(closedAt), closedBy?.fullName].join(' · ')],
    ['Se reabrió', reopenReason],
  ]
  return (
    <Surface className="p-4">
      <h2 className="mb-2 font-semibold text-card">Datos</h2>
      <dl className="grid gap-2">
        {facts
          .filter(([label, value]) => value !== null || label === 'Guía' || label === 'Agente')
          .map(([label, value]) => (
            <div key={label}>
              <dt className="text-help text-muted">{label}</dt>
              <dd className="break-words text-body">{value ?? '—'}</dd>
            </div>
          ))}
      </dl>
    </Surface>
  )
}
