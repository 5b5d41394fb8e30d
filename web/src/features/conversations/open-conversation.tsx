import type { Conversation } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { pollMs } from './conversation-calls.ts'
import { formatName, nameOwner } from './conversation-texts.ts'
import { countUnread, noteSeen, useNotes } from './device-notes.ts'
import { SideCard } from './side-card.tsx'
import { Bones, Thread } from './thread.tsx'
import { NarrowHead, WideHead } from './thread-head.tsx'

type OpenProps = {
  id: string
  isNarrow: boolean
  /** Else they open by a button. */
  hasSide: boolean
}

export function OpenConversation({ id, isNarrow, hasSide }: OpenProps) {
  const query = useQuery({ ...read('GET /api/conversations/:id', { params: { id } }), refetchInterval: pollMs })
  const conversation = query.data?.data
  if (conversation !== undefined) return <Loaded conversation={conversation} isNarrow={isNarrow} hasSide={hasSide} />
  const wait = query.isError ? (
    <div className="grid flex-1 place-items-center">
      <LostRow
        error={query.error}
        lost="Esta conversación no existe."
        failed="Error al cargar la conversación"
        onRetry={() => void query.refetch()}
      />
    </div>
  ) : (
    <Bones />
  )
  if (!isNarrow) return <section className="flex min-h-0 flex-col border-line border-l">{wait}</section>
  return (
    <Page
      title="Conversación"
      fills
      bar={
        <NarrowBar>
          <h1 className="min-w-0 truncate font-semibold text-title">Conversación</h1>
        </NarrowBar>
      }
    >
      {wait}
    </Page>
  )
}

function NarrowBar({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const isOpened = () => window.history.state?.idx > 0
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b bg-surface pr-1 pl-1">
      <IconButton
        label="Volver"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        onClick={() => void (isOpened() ? navigate(-1) : navigate('/conversaciones', { replace: true }))}
      />
      {children}
    </header>
  )
}

type LoadedProps = { conversation: Conversation; isNarrow: boolean; hasSide: boolean }

function Loaded({ conversation, isNarrow, hasSide }: LoadedProps) {
  // They stay marked until another one is opened.
  const [unread] = useState(() => countUnread(conversation, useNotes.getState().seen[conversation.id]))
  const [isSideOpen, setIsSideOpen] = useState(false)
  useEffect(() => {
    noteSeen(conversation)
  }, [conversation])
  const openSide = () => setIsSideOpen(true)
  const thread = <Thread conversation={conversation} unread={unread} isNarrow={isNarrow} />
  const sheet = isSideOpen && !hasSide && (
    <Dialog
      title={conversation.client === null ? nameOwner(conversation) : 'Cliente'}
      size="md"
      onClose={() => setIsSideOpen(false)}
    >
      <SideCard conversation={conversation} />
    </Dialog>
  )
  if (isNarrow)
    return (
      <Page
        title={formatName(conversation)}
        fills
        bar={
          <NarrowBar>
            <NarrowHead conversation={conversation} onSide={openSide} />
          </NarrowBar>
        }
      >
        {thread}
        {sheet}
      </Page>
    )
  return (
    <>
      <section aria-label={formatName(conversation)} className="flex min-h-0 min-w-0 flex-col border-line border-l">
        <WideHead conversation={conversation} onSide={hasSide ? undefined : openSide} />
        {thread}
        {sheet}
      </section>
      {hasSide && (
        <aside
          aria-label="Datos del cliente"
          className="relative min-h-0 overflow-y-auto overscroll-contain border-line border-l"
        >
          <SideCard conversation={conversation} />
        </aside>
      )}
    </>
  )
}
