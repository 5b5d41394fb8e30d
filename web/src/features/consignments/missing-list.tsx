import { type ConsignedPackage, lostDraft } from '@casillero/shared/contract/consignments'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { ConsignedCard, consignedColumns } from './consigned-columns.tsx'
import { formatName } from './consignment-texts.ts'

const texts = {
  title: 'Faltantes',
  create: '',
  empty: 'No falta ningún paquete',
  emptyHint: 'Aquí queda lo que no llegó con su embarque, hasta que aparezca o se declare perdido.',
  failed: 'Error al cargar los faltantes',
}

/** docs/product/shipments.md, "Missing packages". */
export function MissingList() {
  const may = useMay()
  const navigate = useNavigate()
  const place = useOwnPlace()
  const [lost, setLost] = useState<ConsignedPackage>()
  const readMissing = read('GET /api/shipments/missing', { query: { page: String(place.page) } })
  const resource = useRows(place, readMissing, texts)
  const lose = (row: ConsignedPackage) => [
    { label: 'Declarar perdido', icon: <PackageX size={18} />, run: () => setLost(row) },
  ]
  return (
    <>
      <ResourceList
        resource={resource}
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

type Form = z.input<typeof lostDraft>

const Fields = createTextFields<Form>()

function LostForm({ row, onClose }: { row: ConsignedPackage; onClose: () => void }) {
  const [key] = useState(newIdempotencyKey)
  return (
    <FormDialog
      texts={{
        title: `¿Declarar perdido el paquete #${row.companyPackageId}?`,
        save: 'Declarar perdido',
        saving: 'Guardando...',
        saved: 'Paquete declarado perdido',
        failed: 'Error al declarar perdido el paquete',
      }}
      size="md"
      schema={lostDraft}
      values={{ packageIds: [row.id], reason: '' }}
      save={(body) =>
        call('POST /api/shipments/:id/lost', {
          params: { id: row.shipment?.id ?? '' },
          body,
          headers: { 'Idempotency-Key': key },
        })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p className="text-body">{`Es de ${formatName(row)}. Si aparece, escanéelo en la llegada de su embarque.`}</p>
        <Fields.Text name="reason" label="Motivo" required maxLength={500} />
      </div>
    </FormDialog>
  )
}
