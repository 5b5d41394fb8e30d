import type { Signup } from '@casillero/shared/contract/signups'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { nameOfSignup } from './signup-texts.ts'

type PhoneDialogProps = { row: Signup; approve: (phone: string) => Promise<unknown>; onClose: () => void }

/** Asks for a number that WhatsApp hides; staff see it on the company's own phone. */
export function PhoneDialog({ row, approve, onClose }: PhoneDialogProps) {
  const [phone, setPhone] = useState('')
  return (
    <ConfirmDialog
      title={`Aprobar a ${nameOfSignup(row)}`}
      tone="primary"
      texts={{ confirm: 'Aprobar', confirming: 'Aprobando...', failed: 'Error al aprobar la solicitud' }}
      run={() => approve(phone)}
      onClose={onClose}
    >
      <Field label="Teléfono" help="WhatsApp todavía lo oculta; escríbalo como lo ve en el teléfono de la empresa">
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            inputMode="tel"
            maxLength={30}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
