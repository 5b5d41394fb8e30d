import type { ConsignedPackage, ConsignedView } from '@casillero/shared/contract/consignments'
import { type ReactNode, useMemo } from 'react'
import { ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { ConsignedCard, consignedColumns } from './consigned-columns.tsx'

type ConsignedListProps = {
  id: string
  view: ConsignedView
  empty: string
  emptyHint: string
  /** `none` where all have the same state; `hour` where packages are scanned in. */
  own?: 'state' | 'none' | 'hour'
  actions?: ((row: ConsignedPackage) => readonly MenuItem[]) | undefined
  foot?: ReactNode
}

export function ConsignedList({ id, view, empty, emptyHint, own = 'state', actions, foot }: ConsignedListProps) {
  const place = useOwnPlace()
  const columns = useMemo(() => consignedColumns(own), [own])
  const texts = { title: 'Paquetes', create: '', empty, emptyHint, failed: 'Error al cargar los paquetes' }
  const query = { view, page: String(place.page) }
  const resource = useRows(place, read('GET /api/shipments/:id/packages', { params: { id }, query }), texts)
  return (
    <ResourceList
      foot={foot}
      resource={resource}
      table={{
        columns,
        card: (row) => <ConsignedCard row={row} hasMenu={actions !== undefined} />,
        formatName: ({ companyPackageId }) => `paquete #${companyPackageId}`,
        look: { minWidth: own === 'state' ? 660 : 480, rowHeight: 56 },
        ...(actions ? { actions } : {}),
      }}
    />
  )
}
