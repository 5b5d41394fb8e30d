import type { ConsignedPackage, Consignment } from '@casillero/shared/contract/consignments'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { call, describeError } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { ConsignmentFacts } from './consignment-facts.tsx'
import { poundsText, unseenLabel } from './consignment-texts.ts'
import { Figures } from './figures.tsx'
import { FillField } from './fill-field.tsx'

/** docs/product/shipments.md, "The screens". */
export function PackagesPanel({ consignment }: { consignment: Consignment }) {
  const { id, state, packageCount, weight, clientCount, withoutWeightCount, missingCount } = consignment
  const may = useMay()
  const queries = useQueryClient()
  const isFilled = state === 'open' && may('consignments.write')
  /** Until the list is there again, their rows can be pressed again. */
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
        {/* Stays while the list is loaded again or fails. */}
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
