import type { Message } from '@casillero/shared/contract/messages'
import type { MessageState } from '@casillero/shared/domain/message-state'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListPlace, ResourceList } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CorrectionNote } from './correction-note.tsx'
import { MessageCard, messageColumns } from './message-columns.tsx'
import { stateLabel } from './message-state.tsx'
import { ResendDialog } from './resend-dialog.tsx'

/** The list is polled, because states change while messages leave. */
export const messagePollMs = 10_000

export type MessageFilter = {
  packageId?: string | undefined
  clientId?: string | undefined
  state?: MessageState | undefined
  from?: string | undefined
  to?: string | undefined
}

const texts = {
  title: 'Mensajes',
  create: 'Quitar filtros',
  empty: 'No hay mensajes',
  emptyHint: 'Los avisos que reciba el cliente quedan aquí, con lo que pasó con cada uno.',
  failed: 'Error al cargar los mensajes',
}
const filteredTexts = { ...texts, emptyHint: 'Nada coincide con los filtros.' }

type MessageListProps = {
  filter: MessageFilter
  place: ListPlace
  /** Left out while nothing is filtered. */
  onClear?: (() => void) | undefined
}

/** The messages of a package, of a client, or all of them, newest first, with their states. */
export function MessageList({ filter, place, onClear }: MessageListProps) {
  const may = useMay()
  const [again, setAgain] = useState<Message>()
  const query = useQuery({
    ...read('GET /api/messages', { query: { ...filter, page: String(place.page) } }),
    placeholderData: keepPreviousData,
    refetchInterval: messagePollMs,
    meta: { failed: texts.failed },
  })
  const resend = may('messages.send') ? setAgain : undefined
  const isOfOneClient = filter.clientId !== undefined || filter.packageId !== undefined
  return (
    <>
      <ResourceList
        texts={onClear ? filteredTexts : texts}
        resource={{ state: place, query }}
        onCreate={onClear}
        table={{
          columns: messageColumns(query.data?.data ?? [], resend),
          card: (message) => <MessageCard message={message} onAct={resend} isOfOneClient={isOfOneClient} />,
          nameOf: ({ clientName, state }) => `mensaje a ${clientName}, ${stateLabel(state)}`,
          look: { minWidth: 860, rowHeight: 56, rowClass: () => '[&>td]:py-1.5 [&>td]:align-top' },
        }}
      />
      {again?.state === 'queued' && <CancelDialog message={again} onClose={() => setAgain(undefined)} />}
      {again && again.state !== 'queued' && <ResendDialog message={again} onClose={() => setAgain(undefined)} />}
    </>
  )
}

/** The list inside a dialog, which keeps its page to itself. */
export function MessageTab({ filter }: { filter: MessageFilter }) {
  const [page, setPage] = useState(1)
  const may = useMay()
  return (
    <div className="pb-5">
      {filter.packageId !== undefined && may('messages.send') && (
        <CorrectionNote packageId={filter.packageId} pollMs={messagePollMs} />
      )}
      <MessageList filter={filter} place={{ search: '', setSearch: () => undefined, page, setPage }} />
    </div>
  )
}
