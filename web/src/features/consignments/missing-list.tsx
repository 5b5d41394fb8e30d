import type { ConsignedPackage } from '@casillero/shared/contract/consignments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ResourceList } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { ConsignedCard, consignedColumns } from './consigned-columns.tsx'

const LostForm = defer(() => import('./lost-form.tsx').then((module) => module.LostForm), DialogWait)

const texts = {
  title: 'Faltantes',
  create: '',
  empty: 'No falta ningún paquete',
  emptyHint: 'Aquí queda lo que no llegó con su embarque, hasta que aparezca o se declare perdido.',
  failed: 'Error al cargar los faltantes',
}

/** The packages of all received consignments that have not arrived. docs/product/shipments.md, "Missing packages". */
export function MissingList() {
  const may = useMay()
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [lost, setLost] = useState<ConsignedPackage>()
  const query = useQuery({
    ...read('GET /api/shipments/missing', { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  })
  const lose = (row: ConsignedPackage) => [
    { label: 'Declarar perdido', icon: <PackageX size={18} />, run: () => setLost(row) },
  ]
  return (
    <>
      <ResourceList
        texts={texts}
        resource={{ state: { search: '', setSearch: () => undefined, page, setPage }, query }}
        table={{
          columns: consignedColumns('shipment'),
          card: (row) => <ConsignedCard row={row} hasMenu={may('consignments.close')} hasShipment />,
          formatName: ({ companyPackageId }) => `paquete #${companyPackageId}`,
          onOpen: ({ shipment }) => shipment && void navigate(`/embarques/${shipment.id}/llegada`),
          look: { minWidth: 720, rowHeight: 56 },
          ...(may('consignments.close') ? { actions: lose } : {}),
        }}
      />
      {lost && <LostForm row={lost} onClose={() => setLost(undefined)} />}
    </>
  )
}
