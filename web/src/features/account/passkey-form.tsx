import { type Passkey, passkeyDraft } from '@casillero/shared/contract/second-step'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'

type Form = z.input<typeof passkeyDraft>
const Fields = createFields<Form>()

const adding = {
  title: 'Agregar llave de acceso',
  save: 'Agregar',
  saving: 'Agregando...',
  saved: 'Llave de acceso agregada',
  failed: 'No se agregó la llave de acceso',
}
const naming = {
  title: 'Nombrar la llave de acceso',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Nombre guardado',
  failed: 'Error al guardar el nombre',
}

type PasskeyFormProps = { onClose: () => void } & (
  | { passkey: Passkey }
  | { passkey?: never; asksPassword: boolean; add: (password: string, name: string) => Promise<unknown> }
)

export function PasskeyForm(props: PasskeyFormProps) {
  const { onClose } = props
  const save = async ({ name, currentPassword = '' }: Form) => {
    if (props.passkey === undefined) await props.add(currentPassword, name)
    else await call('PUT /api/account/passkeys/:id', { params: { id: props.passkey.id }, body: { name } })
  }
  return (
    <FormDialog<Form, Form>
      texts={props.passkey === undefined ? adding : naming}
      size="md"
      schema={passkeyDraft}
      values={{ name: props.passkey?.name ?? '', currentPassword: '' }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Mi teléfono" />
        {props.passkey === undefined && props.asksPassword && <PresentPassword<Form> name="currentPassword" />}
      </div>
    </FormDialog>
  )
}
