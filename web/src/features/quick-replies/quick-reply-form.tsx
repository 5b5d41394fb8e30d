import { longestShortWord, type QuickReply, quickReplyDraft } from '@casillero/shared/contract/quick-replies'
import { answerVariables } from '@casillero/shared/domain/answer-text'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue } from '../../lib/api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { useTextField } from '../templates/use-text-field.ts'
import { VariableButtons } from '../templates/variable-chips.tsx'

type Form = z.input<typeof quickReplyDraft>

const Fields = createFields<Form>()

const calls = bindCatalogue('quick-replies', { includeInactive: 'true' })

type QuickReplyFormProps = { row: QuickReply | undefined; onClose: () => void }

export function QuickReplyForm({ row, onClose }: QuickReplyFormProps) {
  return (
    <RecordForm
      thing="la respuesta rápida"
      calls={calls}
      row={row}
      size="md"
      schema={quickReplyDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Horario" />
        <div className="grid gap-3 sm:grid-cols-[1fr_120px]">
          <Fields.Text
            name="shortWord"
            label="Palabra corta"
            required
            before="/"
            maxLength={longestShortWord}
            help="La que se escribe en Conversaciones, después de /."
          />
          <Fields.Decimal name="orderPosition" label="Orden" decimals={0} help="Vacío: al final." />
        </div>
        <ContentField />
        <Fields.Check name="isActive" label="Activa: se ofrece al contestar" />
      </div>
    </RecordForm>
  )
}

/** These are of one tracking, which a conversation has not. */
const ofTracking: readonly string[] = ['tracking', 'estado']
const variables = answerVariables.filter(({ name }) => !ofTracking.includes(name))

function ContentField() {
  const { field, fieldState } = useController<Form, 'content'>({ name: 'content' })
  const { insert, props } = useTextField(field.value, () => undefined)
  return (
    <div className="grid gap-2">
      <Field label="Texto" required error={fieldState.error?.message}>
        {(control) => (
          <TextArea
            {...control}
            ref={(area) => {
              props.ref.current = area
              field.ref(area)
            }}
            name={field.name}
            rows={6}
            value={field.value}
            onFocus={props.onFocus}
            onBlur={field.onBlur}
            onChange={field.onChange}
          />
        )}
      </Field>
      <section aria-label="Insertar variable">
        <VariableButtons variables={variables} onInsert={insert} />
      </section>
    </div>
  )
}

function toFormValues(reply: QuickReply | undefined): Partial<Form> {
  if (reply === undefined) return { name: '', shortWord: '', content: '', orderPosition: null, isActive: true }
  const { name, shortWord, content, orderPosition, isActive, version } = reply
  return { name, shortWord, content, orderPosition, isActive, version } satisfies WholeForm<Form>
}
