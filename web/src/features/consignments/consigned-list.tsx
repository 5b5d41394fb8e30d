import type { ConsignedPackage, ConsignedView } from '@casillero/shared/contract/consignments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ResourceList } from '../../crud/resource-page.tsx'
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
  const [page, setPage] = useState(1)
  const columns = useMemo(() => consignedColumns(own), [own])
  const texts = { title: 'Paquetes', create: '', empty, emptyHint, failed: 'Error al cargar los paquetes' }
  const query = useQuery({
    ...read('GET /api/shipments/:id/packages', { params: { id }, query: { view, page: String(page) } }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  })
  return (
    <ResourceList
      texts={texts}
      foot={foot}
      resource={{ state: { search: '', setSearch: () => undefined, page, setPage }, query }}
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
