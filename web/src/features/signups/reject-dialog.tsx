import type { Signup } from '@casillero/shared/contract/signups'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { nameOfSignup } from './signup-texts.ts'

const proposed = 'Gracias por escribirnos. Por ahora no podemos abrirle un casillero.'

/** docs/product/sign-up.md, "Solicitudes". */
export function RejectDialog({ row, onClose }: { row: Signup; onClose: () => void }) {
  const [reason, setReason] = useState(proposed)
  const [key] = useState(newIdempotencyKey)
  return (
    <ConfirmDialog
      title={`¿Rechazar la solicitud de ${nameOfSignup(row)}?`}
      texts={{ confirm: 'Rechazar', confirming: 'Rechazando...', failed: 'Error al rechazar la solicitud' }}
      run={async () => {
        const { data } = await call('POST /api/signups/:id/reject', {
          params: { id: row.id },
          body: { reason },
          headers: { 'Idempotency-Key': key },
        })
        toastSuccess(data.isTold ? 'Solicitud rechazada; se le avisa por WhatsApp' : 'Solicitud rechazada')
      }}
      onClose={onClose}
    >
      <Field
        label={row.isPhoneProven ? 'Lo que leerá' : 'Motivo'}
        help={row.isPhoneProven ? undefined : 'No se le escribe: su teléfono no está probado'}
      >
        {(control) => (
          <TextArea {...control} maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </ConfirmDialog>
  )
}
