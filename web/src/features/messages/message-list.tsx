import type { Api } from '@casillero/shared/contract/api'
import type { Message } from '@casillero/shared/contract/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import type { Filters } from '../../crud/list-filter.ts'
import { type ListPlace, ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import type { Order } from '../../ui/lists/table.tsx'
import { MessageCard, messageColumns } from './message-columns.tsx'
import { stateLabel } from './message-state.tsx'
import { correctionTexts, notifyCorrection } from './offer-correction.ts'

/** Milliseconds. States change while messages leave. */
export const messagePollMs = 10_000

export type MessageFilter = NonNullable<Api['GET /api/messages']['query']>

const texts = {
  title: 'Mensajes',
  create: '',
  empty: 'No hay mensajes',
  emptyHint: 'Los avisos que reciba el cliente quedan aquí, con lo que pasó con cada uno.',
  failed: 'Error al cargar los mensajes',
}
type MessageListProps = {
  filter: MessageFilter
  place: ListPlace
  /** Left out where the order is fixed. */
  order?: Order
  filters?: Filters
}

/** Lists the messages of a package, of a client, or all, newest first. */
export function MessageList({ filter, place, order, filters }: MessageListProps) {
  const may = useMay()
  const [again, setAgain] = useState<Message>()
  const readList = read('GET /api/messages', { query: { ...filter, page: String(place.page) } })
  const resource = useRows(place, readList, texts, messagePollMs)
  const resend = may('messages.send') ? setAgain : undefined
  const isOfOneClient = filter.clientId !== undefined || filter.packageId !== undefined
  return (
    <>
      <ResourceList
        resource={resource}
        filters={filters}
        table={{
          columns: messageColumns(resource.query.data?.data ?? [], resend),
          order,
          card: (message) => <MessageCard message={message} onAct={resend} isOfOneClient={isOfOneClient} />,
          formatName: ({ clientName, state }) => `mensaje a ${clientName}, ${stateLabel(state)}`,
          look: { minWidth: 860, rowHeight: 56, rowClass: () => '[&>td]:py-1.5 [&>td]:align-top' },
        }}
      />
      {again?.state === 'queued' && <CancelDialog message={again} onClose={() => setAgain(undefined)} />}
      {again && again.state !== 'queued' && <ResendDialog message={again} onClose={() => setAgain(undefined)} />}
    </>
  )
}

/** In a dialog, the page number is kept in component state. */
export function MessageTab({ filter }: { filter: MessageFilter }) {
  const place = useOwnPlace()
  const may = useMay()
  return (
    <div className="pb-5">
      {filter.packageId !== undefined && may('messages.send') && (
        <CorrectionNote packageId={filter.packageId} pollMs={messagePollMs} />
      )}
      <MessageList filter={filter} place={place} />
    </div>
  )
}

type CancelDialogProps = { message: Message; onClose: () => void }

function CancelDialog({ message, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title="¿Cancelar el mensaje?"
      texts={{
        confirm: 'Cancelar envío',
        dismiss: 'Volver',
        confirming: 'Cancelando...',
        done: 'Mensaje cancelado',
        failed: 'Error al cancelar el mensaje',
      }}
      run={() => call('POST /api/messages/:id/cancel', { params: { id: message.id } })}
      onClose={onClose}
    >
      «{message.templateTitle}» no se enviará a <b className="font-semibold">{message.clientName}</b>.
    </ConfirmDialog>
  )
}

type ResendDialogProps = { message: Message; onClose: () => void }

/** Asks first, because a message in an unknown state may have arrived. */
function ResendDialog({ message, onClose }: ResendDialogProps) {
  const name = <b className="font-semibold">{message.clientName}</b>
  return (
    <ConfirmDialog
      title={message.state === 'unknown' ? '¿Reenviar aunque pueda llegar dos veces?' : '¿Reenviar el mensaje?'}
      tone="primary"
      texts={{
        confirm: 'Reenviar',
        confirming: 'Reenviando...',
        done: 'Mensaje puesto en la cola',
        failed: 'Error al reenviar el mensaje',
      }}
      run={() => call('POST /api/messages/:id/resend', { params: { id: message.id } })}
      onClose={onClose}
    >
      {message.state === 'unknown' ? (
        <>No se sabe si este mensaje llegó a {name}. Si llegó, lo recibirá por duplicado.</>
      ) : (
        <>
          «{message.templateTitle}» vuelve a la cola para {name}.
        </>
      )}
    </ConfirmDialog>
  )
}

type CorrectionNoteProps = { packageId: string; pollMs: number }

/** Shown while the last message names an outdated weight or price. */
function CorrectionNote({ packageId, pollMs }: CorrectionNoteProps) {
  const { data } = useQuery({
    ...read('GET /api/packages/:id/correction', { params: { id: packageId } }),
    refetchInterval: pollMs,
  })
  const notify = useMutation({
    mutationFn: () => notifyCorrection([packageId]),
    onSuccess: () => toastSuccess(correctionTexts.done),
    onError: (error) => toastFailure(error, correctionTexts.failed),
  })
  if (!data?.data.isDue) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p>Al cliente se le avisó otro peso o precio de este paquete.</p>
        <Button size="sm" busy={notify.isPending} busyLabel="Avisando..." onClick={() => notify.mutate()}>
          {correctionTexts.action}
        </Button>
      </div>
    </Note>
  )
}
