import { type SignedHandover, undoDraft } from '@casillero/shared/contract/handovers'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { countText } from './handover-texts.ts'

type Form = z.input<typeof undoDraft>

const Fields = createTextFields<Form>()

type UndoFormProps = { handover: SignedHandover; onClose: () => void }

/** Asks an admin why a hand-over is undone. */
export function UndoForm({ handover, onClose }: UndoFormProps) {
  const { id, companyHandoverId, packageCount } = handover
  const [key] = useState(newIdempotencyKey)
  const where =
    packageCount === 1
      ? 'El paquete vuelve al estado que tenía.'
      : `Los ${countText(packageCount)} vuelven al estado que tenían.`
  return (
    <FormDialog
      texts={{
        title: `¿Deshacer la entrega #${companyHandoverId}?`,
        save: 'Deshacer entrega',
        saving: 'Deshaciendo...',
        saved: 'Entrega deshecha',
        failed: 'Error al deshacer la entrega',
      }}
      size="md"
      schema={undoDraft}
      values={{ reason: '' }}
      save={(body) =>
        call('POST /api/handovers/:id/undo', { params: { id }, body, headers: { 'Idempotency-Key': key } })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p className="text-body">{`${where} El cliente no recibe ningún aviso.`}</p>
        <Fields.Text name="reason" label="Motivo" required maxLength={500} />
      </div>
    </FormDialog>
  )
}
