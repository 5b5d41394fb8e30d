import {
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookDraft,
  webhookEvents,
} from '@casillero/shared/contract/webhooks'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { List, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CreateLine } from '../../crud/create-line.tsx'
import { RecordForm } from '../../crud/record-form.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldFoot, labelClass } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { eventNames, nameOfEvent } from './event-names.ts'
import { SecretDialog } from './secret-dialog.tsx'

const failed = 'Error al cargar los envíos'

/** Polls every two seconds while a delivery is on its way. */
function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const params = { id: webhook.id }
  const loaded = useQuery({
    ...read('GET /api/webhooks/:id/deliveries', { params }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? 2_000 : false),
    meta: { failed },
  })
  const test = useMutation({
    mutationFn: () => call('POST /api/webhooks/:id/test', { params }),
    onError: (error) => toastFailure(error, 'Error al probar el webhook'),
  })
  return (
    <Dialog
      title="Envíos"
      size="2xl"
      firstFocus="[data-close]"
      onClose={onClose}
      footer={
        <>
          <Button
            className="mr-auto"
            icon={<Send size={16} aria-hidden="true" />}
            busy={test.isPending}
            onClick={() => test.mutate()}
          >
            Probar
          </Button>
          <Button data-close onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <p className="break-all px-5 pb-2 text-body text-muted">{webhook.address}</p>
      {loaded.isError && (
        <ErrorState title={describeError(loaded.error, failed)} onRetry={() => void loaded.refetch()} />
      )}
      {loaded.isPending && (
        <div className="grid h-40 animate-late place-items-center">
          <Spinner label="Cargando..." />
        </div>
      )}
      {loaded.data?.data.length === 0 && (
        <EmptyState icon={<Send size={20} />} title="Aún no hay envíos" hint="Pruebe el webhook para ver el primero." />
      )}
      {loaded.data !== undefined && loaded.data.data.length > 0 && (
        <ol aria-label="Envíos" className="divide-y divide-line border-line border-t">
          {loaded.data.data.map((delivery) => (
            <Delivery key={delivery.id} webhookId={webhook.id} delivery={delivery} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

/** A delivery that waits for a retry is not polled. */
const isOnItsWay = ({ state, attempts }: WebhookDelivery): boolean =>
  state === 'sending' || (state === 'queued' && attempts === 0)

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, event, createdAt, attempts, answerStatus, error, nextAt, state } = delivery
  const resend = useMutation({
    mutationFn: () =>
      call('POST /api/webhooks/:id/deliveries/:deliveryId/resend', { params: { id: webhookId, deliveryId: id } }),
    onSuccess: () => toastSuccess('Se envía de nuevo'),
    onError: (cause) => toastFailure(cause, 'Error al enviar de nuevo'),
  })
  const facts = [
    answerStatus === null ? null : `Respuesta ${answerStatus}`,
    attempts === 0 ? null : attempts === 1 ? '1 intento' : `${attempts} intentos`,
    error,
    state === 'queued' && attempts > 0 && nextAt !== null ? `Próximo intento: ${formatDateTime(nextAt)}` : null,
  ].filter((fact) => fact !== null)
  return (
    <li className="flex items-start gap-3 px-5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
          <span className="font-medium">{nameOfEvent(event)}</span>
          <DeliveryState state={state} />
        </p>
        <p className="text-help text-muted">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {facts.length > 0 && ` · ${facts.join(' · ')}`}
        </p>
      </div>
      {state !== 'sending' && (
        <IconButton
          label={`Enviar de nuevo: ${nameOfEvent(event)}`}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => resend.mutate()}
        />
      )}
    </li>
  )
}

function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  switch (state) {
    case 'delivered':
      return <Badge tone="green">Entregado</Badge>
    case 'failed':
      return <Badge tone="red">No entregado</Badge>
    case 'sending':
      return <Badge tone="blue">Enviando</Badge>
    default:
      return <Badge tone="yellow">En cola</Badge>
  }
}

type Form = z.input<typeof webhookDraft>

const Fields = createFields<Form>()

type WebhookFormProps = {
  webhook?: Webhook | undefined
  onMade: (secret: string) => void
  onClose: () => void
}

function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
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

const texts = {
  title: 'Webhooks',
  create: 'Nuevo Webhook',
  empty: 'No hay webhooks',
  emptyHint: 'Un webhook avisa a otro programa cuando algo pasa aquí.',
  failed: 'Error al cargar los webhooks',
}

type Open = { kind: 'form'; webhook?: Webhook } | { kind: 'deliveries' | 'remove'; webhook: Webhook }

export function WebhooksPanel() {
  const resource = useResource(() => wholeList(read('GET /api/webhooks')), texts)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const create = () => setOpen({ kind: 'form' })
  const edit = (webhook: Webhook) => setOpen({ kind: 'form', webhook })
  const test = useMutation({
    mutationFn: ({ id }: Webhook) => call('POST /api/webhooks/:id/test', { params: { id } }),
    onSuccess: (_reply, webhook) => setOpen({ kind: 'deliveries', webhook }),
    onError: (error) => toastFailure(error, 'Error al probar el webhook'),
  })
  return (
    <>
      <CreateLine label={texts.create} onCreate={create} />
      <ResourceList
        resource={resource}
        onCreate={create}
        table={{
          columns,
          card: (webhook) => <WebhookCard webhook={webhook} />,
          formatName: ({ address }) => address,
          onOpen: edit,
          look: { rowHeight: 56, minWidth: 760 },
          actions: (webhook) => [
            { label: 'Probar', icon: <Send size={18} />, run: () => !test.isPending && test.mutate(webhook) },
            { label: 'Envíos', icon: <List size={18} />, run: () => setOpen({ kind: 'deliveries', webhook }) },
            ...rowActions(webhook, { edit, remove: () => setOpen({ kind: 'remove', webhook }) }),
          ],
        }}
      />
      {open?.kind === 'form' && <WebhookForm webhook={open.webhook} onMade={setSecret} onClose={close} />}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el webhook"
          title="¿Eliminar el webhook?"
          run={() => call('DELETE /api/webhooks/:id', { params: { id: open.webhook.id } })}
          onClose={close}
        >
          Ya no se enviará nada a <b className="break-all font-semibold">{open.webhook.address}</b>, tampoco lo que
          espera.
        </RemoveDialog>
      )}
      {secret !== undefined && (
        <SecretDialog
          title="El secreto del webhook"
          label="Secreto"
          secret={secret}
          warning="Cópielo ahora: no se vuelve a mostrar. Con él, su programa comprueba que un envío viene de aquí."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const formatNames = ({ events }: Webhook): string => events.map((event) => eventNames[event]).join(' · ')

const columns: readonly Column<Webhook>[] = [
  {
    header: 'Dirección',
    cell: (webhook) => (
      <>
        <span className="block wrap-anywhere font-medium" title={webhook.address}>
          {webhook.address}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{formatNames(webhook)}</span>
      </>
    ),
  },
  { header: 'Estado', width: 300, cell: (webhook) => <WebhookState webhook={webhook} /> },
]

function WebhookCard({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <CardTitle note={formatNames(webhook)}>{webhook.address}</CardTitle>
      <div className="mt-1">
        <WebhookState webhook={webhook} />
      </div>
    </>
  )
}

function WebhookState({ webhook: { isPaused, failing } }: { webhook: Webhook }) {
  if (isPaused) return <Badge tone="grey">En pausa</Badge>
  if (failing === null) return <Badge tone="green">Activo</Badge>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone="red">Falla</Badge>
      <span className="text-help text-muted">{failing.reason}</span>
    </span>
  )
}
