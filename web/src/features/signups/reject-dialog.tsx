import type { Signup } from '@casillero/shared/contract/signups'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { ApiError, call, newIdempotencyKey } from '../../lib/api.ts'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { nameOfSignup } from './signup-texts.ts'

const proposed = 'Gracias por escribirnos. Por ahora no podemos abrirle un casillero.'

export const rejectTexts = {
  title: (row: Signup) => `¿Rechazar la solicitud de ${nameOfSignup(row)}?`,
  failed: 'Error al rechazar la solicitud',
  confirm: 'Rechazar',
  confirming: 'Rechazando...',
}

export const isDecided = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'signup_decided'

/** The sentence that is asked, and the call that sends it. docs/product/sign-up.md, "Solicitudes". */
export function useRejecting(row: Signup, takesFocus = false): { field: ReactNode; reject: () => Promise<void> } {
  const [reason, setReason] = useState(proposed)
  const [key] = useState(newIdempotencyKey)
  const field = (
    <Field
      label={row.isPhoneProven ? 'Lo que leerá' : 'Motivo'}
      help={row.isPhoneProven ? undefined : 'No se le escribe: su teléfono no está probado'}
    >
      {(control) => (
        <TextArea
          {...control}
          autoFocus={takesFocus}
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </Field>
  )
  const reject = async () => {
    const { data } = await call('POST /api/signups/:id/reject', {
      params: { id: row.id },
      body: { reason },
      headers: { 'Idempotency-Key': key },
    })
    toastSuccess(data.isTold ? 'Solicitud rechazada; se le avisa por WhatsApp' : 'Solicitud rechazada')
  }
  return { field, reject }
}

type RejectDialogProps = { row: Signup; onTaken: (says: string) => void; onClose: () => void }

export function RejectDialog({ row, onTaken, onClose }: RejectDialogProps) {
  const { field, reject } = useRejecting(row)
  return (
    <ConfirmDialog
      title={rejectTexts.title(row)}
      texts={rejectTexts}
      run={() =>
        reject().catch((error: unknown) => {
          if (isDecided(error)) onTaken(error.message)
          throw error
        })
      }
      onClose={onClose}
    >
      {field}
    </ConfirmDialog>
  )
}
