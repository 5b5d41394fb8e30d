import { useQuery } from '@tanstack/react-query'
import { MessageCircle, MessagesSquare, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { requestConversation } from './conversation-calls.ts'
import { ConversationList } from './conversation-list.tsx'
import { openNotes } from './device-notes.ts'
import { OpenConversation } from './open-conversation.tsx'
import { PageKeys } from './page-keys.tsx'
import { useList } from './use-list.ts'

/** docs/product/conversations.md, "Screen". */
export function ConversationsPage() {
  const { id } = useParams()
  const { user } = useSignedIn()
  // Opened before the first row renders.
  useState(() => openNotes(user.id))
  const hasList = useMedia('(min-width: 900px)')
  if (hasList) return <WideScreen id={id} />
  return id === undefined ? <NarrowList /> : <OpenConversation key={id} id={id} isNarrow hasSide={false} />
}

function NarrowList() {
  const list = useList()
  return (
    <Page title="Conversaciones" fills>
      <ConversationList list={list} openId={undefined} isNarrow />
    </Page>
  )
}

function WideScreen({ id }: { id: string | undefined }) {
  const list = useList()
  const hasSide = useMedia('(min-width: 1180px)')
  const waiting = list.counts?.waiting ?? 0
  // Of another view or page it is where it was loaded.
  const known = useQuery({ ...requestConversation(id ?? ''), enabled: false }).data?.data
  const open = id === undefined ? undefined : (list.rows?.find((row) => row.id === id) ?? known)
  return (
    <Page
      title="Conversaciones"
      fills
      head={
        <div className="mb-3 flex min-h-7 items-center gap-3">
          <h1 className="font-semibold text-h1">Conversaciones</h1>
          {waiting > 0 && <span className="text-h1 text-muted tabular-nums">{waiting.toLocaleString('es-NI')}</span>}
          <span className="ml-auto">
            <ConnectionBadge />
          </span>
          <PageKeys open={open} />
        </div>
      }
    >
      <Surface
        className={cx(
          'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] overflow-clip',
          hasSide && id !== undefined ? 'grid-cols-[284px_minmax(0,1fr)_252px]' : 'grid-cols-[284px_minmax(0,1fr)]',
        )}
      >
        <ConversationList list={list} openId={id} isNarrow={false} />
        {id === undefined ? (
          <div className="grid place-items-center border-line border-l">
            <EmptyState
              icon={<MessagesSquare size={20} />}
              title="Elija una conversación"
              hint="Con ↑ y ↓ se recorre la lista; Enter la abre. Con ? se ven todas las teclas."
            />
          </div>
        ) : (
          <OpenConversation key={id} id={id} isNarrow={false} hasSide={hasSide} />
        )}
      </Surface>
    </Page>
  )
}

/** Shows nothing until a phone has been linked once. */
function ConnectionBadge() {
  const gateway = useQuery(read('GET /api/messages/connection')).data?.data.gateway
  if (gateway === undefined || gateway === 'none') return null
  return gateway === 'up' ? (
    <Badge tone="green" icon={<MessageCircle size={13} aria-hidden="true" />}>
      WhatsApp conectado
    </Badge>
  ) : (
    <Badge tone="yellow" icon={<WifiOff size={13} aria-hidden="true" />}>
      WhatsApp sin conexión
    </Badge>
  )
}
