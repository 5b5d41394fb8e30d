import {
  type Webhook,
  type WebhookDraft,
  type WebhookEvent,
  webhookDraft,
  webhookEvents,
} from '@casillero/shared/contract/webhooks'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldFoot, labelClass } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { eventNames } from './event-names.ts'

type Form = z.input<typeof webhookDraft>

const Fields = createFields<Form>()

const { creating, editing } = savingTexts('el webhook')

type WebhookFormProps = {
  webhook?: Webhook | undefined
  /** Gets the secret of a new one. */
  onMade: (secret: string) => void
  onClose: () => void
}

export function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  const save = async (body: WebhookDraft) => {
    if (webhook) return await call('PUT /api/webhooks/:id', { params: { id: webhook.id }, body })
    const { data } = await call('POST /api/webhooks', { body })
    onMade(data.secret)
    return data
  }
  return (
    <FormDialog<Form, WebhookDraft>
      texts={webhook ? editing : creating}
      size="lg"
      schema={webhookDraft}
      values={webhook ? toFormValues(webhook) : { address: '', events: [...webhookEvents], isPaused: false }}
      save={save}
      reload={webhook && (() => current(webhook))}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-1 pb-5">
        <Fields.Text
          name="address"
          label="Dirección"
          required
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="https://"
          help="A ella se envía cada evento; debe responder en 10 segundos"
        />
        <Events />
        {webhook && <Fields.Check name="isPaused" label="En pausa: no se le envía nada" />}
      </div>
    </FormDialog>
  )
}

function Events() {
  const { field, fieldState } = useController<Form, 'events'>({ name: 'events' })
  const chosen: readonly WebhookEvent[] = field.value
  const toggle = (event: WebhookEvent) =>
    field.onChange(webhookEvents.filter((each) => (each === event) !== chosen.includes(each)))
  return (
    <fieldset className="grid" aria-describedby={fieldState.error ? 'events-error' : undefined}>
      <legend className={labelClass}>Eventos</legend>
      {webhookEvents.map((event, index) => (
        <Checkbox
          key={event}
          label={eventNames[event]}
          checked={chosen.includes(event)}
          {...(index === 0 && { ref: field.ref })}
          onBlur={field.onBlur}
          onChange={() => toggle(event)}
        />
      ))}
      <FieldFoot id="events" error={fieldState.error?.message} />
    </fieldset>
  )
}

const toFormValues = ({ address, events, isPaused, version }: Webhook): Form => ({ address, events, isPaused, version })

async function current(webhook: Webhook): Promise<Form> {
  const { data } = await call('GET /api/webhooks')
  return toFormValues(data.find(({ id }) => id === webhook.id) ?? webhook)
}
