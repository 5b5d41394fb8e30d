import type { Webhook, WebhookDelivery } from '@casillero/shared/contract/webhooks'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { call, describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { nameOfEvent } from './event-names.ts'

const failed = 'Error al cargar los envíos'

/** Asked again every two seconds while one is on its way. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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

/** What waits for its next try is not asked after. */
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
