import { type Webhook, type WebhookEvent, webhookDraft, webhookEvents } from '@casillero/shared/contract/webhooks'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldFoot, labelClass } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { eventNames } from './event-names.ts'

type Form = z.input<typeof webhookDraft>

const Fields = createFields<Form>()

type WebhookFormProps = {
  webhook?: Webhook | undefined
  onMade: (secret: string) => void
  onClose: () => void
}

export function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  return (
    <RecordForm
      thing="el webhook"
      calls={{
        list: () => call('GET /api/webhooks'),
        create: async (body) => {
          const made = await call('POST /api/webhooks', { body })
          onMade(made.data.secret)
          return made
        },
        update: (id, body) => call('PUT /api/webhooks/:id', { params: { id }, body }),
      }}
      row={webhook}
      size="lg"
      schema={webhookDraft}
      toValues={toFormValues}
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
    </RecordForm>
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

function toFormValues(webhook: Webhook | undefined): Form {
  if (webhook === undefined) return { address: '', events: [...webhookEvents], isPaused: false }
  const { address, events, isPaused, version } = webhook
  return { address, events, isPaused, version }
}
