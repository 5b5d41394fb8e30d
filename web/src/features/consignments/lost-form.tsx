import { type ConsignedPackage, lostDraft } from '@casillero/shared/contract/consignments'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { formatName } from './consignment-texts.ts'

type Form = z.input<typeof lostDraft>

const Fields = createTextFields<Form>()

/** Asks an admin why a missing package is given up. */
export function LostForm({ row, onClose }: { row: ConsignedPackage; onClose: () => void }) {
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
