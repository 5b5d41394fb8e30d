import { type AccessTokenDraft, accessTokenDraft } from '@casillero/shared/contract/access-tokens'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call } from '../../lib/api.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'

type Form = z.input<typeof accessTokenDraft>

const Fields = createFields<Form>()

const { creating } = savingTexts('el token')

const terms = [
  { value: '30', label: 'En 30 días' },
  { value: '90', label: 'En 90 días' },
  { value: '365', label: 'En un año' },
  { value: 'date', label: 'En una fecha' },
]

type TokenFormProps = { onMade: (token: string) => void; onClose: () => void }

export function TokenForm({ onMade, onClose }: TokenFormProps) {
  const save = async (body: AccessTokenDraft) => {
    const { data } = await call('POST /api/access-tokens', { body })
    onMade(data.token)
  }
  return (
    <FormDialog<Form, AccessTokenDraft>
      texts={creating}
      size="md"
      schema={accessTokenDraft}
      values={{ name: '', isReadOnly: true, term: '90', expiresOn: '', currentPassword: '' }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={60}
          placeholder="Por ejemplo: Contabilidad"
          help="Para reconocer al programa que lo usa"
        />
        <Fields.Select name="term" label="Vence" options={terms} />
        <Day />
        <Fields.Check name="isReadOnly" label="Solo lectura: consulta, y no cambia nada" />
        <PresentPassword<Form> name="currentPassword" />
      </div>
    </FormDialog>
  )
}

function Day() {
  const term = useWatch<Form, 'term'>({ name: 'term' })
  return term === 'date' ? <DateField<Form> name="expiresOn" label="Último día" required /> : null
}
