import type { Api } from '@casillero/shared/contract/api'
import type { Message } from '@casillero/shared/contract/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ListPlace, ResourceList } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import type { Order } from '../../ui/lists/table.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CorrectionNote } from './correction-note.tsx'
import { MessageCard, messageColumns } from './message-columns.tsx'
import { stateLabel } from './message-state.tsx'
import { ResendDialog } from './resend-dialog.tsx'

/** States change while messages leave. */
export const messagePollMs = 10_000

export type MessageFilter = NonNullable<Api['GET /api/messages']['query']>

export const requestMessages = (filter: MessageFilter, page: number) =>
  read('GET /api/messages', { query: { ...filter, page: String(page) } })

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
  /** Left out where the order cannot be chosen. */
  order?: Order
  /** Left out while nothing is filtered. */
  onClear?: (() => void) | undefined
}

/** Newest first, of a package, a client, or all. */
export function MessageList({ filter, place, order, onClear }: MessageListProps) {
  const may = useMay()
  const [again, setAgain] = useState<Message>()
  const query = useQuery({
    ...requestMessages(filter, place.page),
    placeholderData: keepPreviousData,
    refetchInterval: messagePollMs,
    meta: { failed: texts.failed },
  })
  const pages = query.isPlaceholderData ? undefined : query.data?.pagination.pages
  useEffect(() => {
    // Messages change their state while they leave, and an old address may name any page.
    if (pages !== undefined && place.page > pages) place.setPage(pages)
  })
  const resend = may('messages.send') ? setAgain : undefined
  const isOfOneClient = filter.clientId !== undefined || filter.packageId !== undefined
  return (
    <>
      <ResourceList
        texts={texts}
        resource={{ state: place, query }}
        onClearFilters={onClear}
        table={{
          columns: messageColumns(query.data?.data ?? [], resend),
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

/** In a dialog the page is kept in it. */
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
