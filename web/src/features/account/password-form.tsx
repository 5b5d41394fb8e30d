import { passwordChange } from '@casillero/shared/contract/account'
import { useFormContext } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { fieldsOf } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { useFieldError } from '../../ui/forms/text-fields.tsx'

type Form = z.input<typeof passwordChange>

const Fields = fieldsOf<Form>()

const texts = {
  title: 'Cambiar contraseña',
  save: 'Cambiar',
  saving: 'Guardando...',
  saved: 'Contraseña cambiada; sus demás sesiones se cerraron',
  failed: 'Error al cambiar la contraseña',
}

export function PasswordForm({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      texts={texts}
      size="md"
      schema={passwordChange}
      values={{ currentPassword: '', password: '' }}
      save={(body) => call('PUT /api/account/password', { body })}
      onClose={onClose}
    >
      <FormSection title="Su contraseña" columns="">
        <PresentPassword />
        <Fields.Password name="password" label="Contraseña nueva" required help="Al menos 8 caracteres" />
      </FormSection>
    </FormDialog>
  )
}

/** The browser offers what it keeps for this site, and not a new one. */
function PresentPassword() {
  const { register } = useFormContext<Form>()
  const error = useFieldError<Form>('currentPassword')
  return (
    <Field label="Contraseña actual" required error={error}>
      {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('currentPassword')} />}
    </Field>
  )
}
