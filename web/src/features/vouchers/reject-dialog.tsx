import type { Voucher } from '@casillero/shared/contract/vouchers'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { ApiError, call } from '../../lib/api.ts'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { rejectReasons } from './voucher-texts.ts'

type RejectDialogProps = {
  voucher: Voucher
  onDone: () => void
  /** Another clerk decided it. */
  onTaken: () => void
  onClose: () => void
}

/** docs/product/vouchers.md, "Verifying". */
export function RejectDialog({ voucher, onDone, onTaken, onClose }: RejectDialogProps) {
  const [text, setText] = useState(rejectReasons[0]?.text ?? '')
  const chosen = rejectReasons.find((one) => one.text === text)?.reason ?? 'Otro motivo'
  return (
    <ConfirmDialog
      title={`¿Rechazar el comprobante de ${voucher.client.name}?`}
      texts={{
        confirm: 'Rechazar',
        confirming: 'Rechazando...',
        failed: 'Error al rechazar el comprobante',
      }}
      run={async () => {
        try {
          await call('POST /api/vouchers/:id/reject', { params: { id: voucher.id }, body: { reason: text } })
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'voucher_decided')) throw error
          return onTaken()
        }
        toastSuccess('Comprobante rechazado')
        onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Field label="Motivo">
          {(control) => (
            <SelectInput
              {...control}
              value={chosen}
              onChange={({ target }) => setText(rejectReasons.find((one) => one.reason === target.value)?.text ?? '')}
            >
              {rejectReasons.map(({ reason }) => (
                <option key={reason}>{reason}</option>
              ))}
              <option>Otro motivo</option>
            </SelectInput>
          )}
        </Field>
        <Field label="Lo que leerá el cliente">
          {(control) => (
            <TextArea {...control} maxLength={300} value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  )
}
