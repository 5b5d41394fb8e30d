import { passwordChange } from '@casillero/shared/contract/account'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'
import { tokensEnded } from '../users/user-texts.ts'

type Form = z.input<typeof passwordChange>

const Fields = createFields<Form>()

const texts = {
  title: 'Cambiar contraseña',
  save: 'Cambiar',
  saving: 'Guardando...',
  saved: 'Contraseña cambiada; sus demás sesiones se cerraron',
  failed: 'Error al cambiar la contraseña',
}

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const ended = useRef(0)
  const announce = () => (ended.current === 0 ? texts.saved : `${texts.saved} y ${tokensEnded(ended.current)}`)
  return (
    <FormDialog
      texts={{ ...texts, announce }}
      size="md"
      schema={passwordChange}
      values={{ currentPassword: '', password: '' }}
      save={async (body) => {
        ended.current = (await call('PUT /api/account/password', { body })).data.accessTokens
      }}
      onClose={onClose}
    >
      <FormSection title="Su contraseña" columns="">
        <PresentPassword<Form> name="currentPassword" />
        <Fields.Password name="password" label="Contraseña nueva" required help="Al menos 8 caracteres" />
      </FormSection>
      <p className="pb-4 text-help text-muted">Al cambiarla terminan sus demás sesiones y sus tokens de acceso.</p>
    </FormDialog>
  )
}
