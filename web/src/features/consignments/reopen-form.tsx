import { type Consignment, reopenDraft } from '@casillero/shared/contract/consignments'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { createTextFields } from '../../ui/forms/text-fields.tsx'

const Fields = createTextFields<z.input<typeof reopenDraft>>()

/** Asks an admin why a closed consignment is opened again. */
export function ReopenForm({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
  const { id, companyShipmentId } = consignment
  const [key] = useState(newIdempotencyKey)
  return (
    <FormDialog
      texts={{
        title: `¿Reabrir el embarque #${companyShipmentId}?`,
        save: 'Reabrir',
        saving: 'Reabriendo...',
        saved: 'Embarque reabierto',
        failed: 'Error al reabrir el embarque',
      }}
      size="md"
      schema={reopenDraft}
      values={{ reason: '' }}
      save={(body) =>
        call('POST /api/shipments/:id/reopen', { params: { id }, body, headers: { 'Idempotency-Key': key } })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p className="text-body">Los pesos y los costos se pueden cambiar otra vez. El motivo queda en la bitácora.</p>
        <Fields.Text name="reason" label="Motivo" required maxLength={500} />
      </div>
    </FormDialog>
  )
}
