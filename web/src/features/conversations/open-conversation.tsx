import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Conversation } from '@casillero/shared/contract/conversations'
import { listInvoicesWith } from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, Check, ChevronLeft, PanelRight, Plus, Undo2, User, UserCog } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { PrealertForm } from '../prealerts/prealert-form.tsx'
import { Assignment } from './assignment.tsx'
import { pollMs, requestConversation, useAccount, useChange } from './conversation-calls.ts'
import { formatName, formatNumber, nameOwner } from './conversation-texts.ts'
import { countUnread, noteSeen, useNotes } from './device-notes.ts'
import { SidePackages } from './side-packages.tsx'
import { Bones, Thread } from './thread.tsx'
import { OtherClientDialog, UnknownNumber } from './unknown-number.tsx'

type OpenProps = {
  id: string
  isNarrow: boolean
  /** Without it, a button opens the client's details. */
  hasSide: boolean
}

export function OpenConversation({ id, isNarrow, hasSide }: OpenProps) {
  const client = useQueryClient()
  const query = useQuery({
    ...requestConversation(id),
    refetchInterval: pollMs,
    // As the list has it, so that what is typed at once is in its box.
    placeholderData: () => {
      const lists = client.getQueriesData<{ data: Conversation[] }>({ queryKey: ['GET /api/conversations'] })
      const row = lists.flatMap(([, list]) => list?.data ?? []).find((one) => one.id === id)
      return row && { success: true as const, data: row }
    },
  })
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
  // Entries stay marked until another conversation is opened.
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
      {isNarrow && (
        <div className="flex items-center gap-2 px-4 pt-4 text-label text-muted">
          {conversation.assignee === null && 'Es de todos'}
          <Assignment conversation={conversation} />
          <span className="ml-auto">
            <OwnerMenu conversation={conversation} />
          </span>
        </div>
      )}
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

function SideCard({ conversation }: { conversation: Conversation }) {
  const { client } = conversation
  const account = useAccount(conversation)
  if (client === null) return <UnknownNumber conversation={conversation} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <div>
        <h2 className="wrap-anywhere font-semibold text-card">{client.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Tag>{client.casillero}</Tag>
          <Link
            to={`/clients/${client.id}`}
            className="inline-flex min-h-6 items-center font-medium text-label text-primary-text hover:underline pointer-coarse:min-h-11"
          >
            Ver cliente
          </Link>
        </p>
      </div>
      {!client.allowsMessages && (
        <Note tone="yellow">
          <span className="flex gap-2">
            <BellOff size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
            Pidió no recibir avisos. A lo que pregunte se le puede contestar.
          </span>
        </Note>
      )}
      {account === undefined ? <Bone className="h-14 rounded-lg" /> : <Debt account={account} />}
      <Actions client={client} owes={account !== undefined && account.owed.length > 0} />
      <SidePackages clientId={client.id} />
    </div>
  )
}

function Debt({ account: { client, owed } }: { account: ClientAccount }) {
  if (owed.length === 0)
    return <p className="rounded-lg border border-line px-3 py-2 text-label text-muted">No debe nada</p>
  const count = owed.reduce((sum, debt) => sum + debt.count, 0)
  return (
    <Link
      to={listInvoicesWith({ debt: 'true', clientId: client.id })}
      className="block rounded-lg border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow-text"
    >
      <span className="block text-label">{`Debe · ${count} ${count === 1 ? 'factura' : 'facturas'}`}</span>
      <span className="block font-semibold text-card tabular-nums">
        {owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
      </span>
    </Link>
  )
}

type Owner = NonNullable<Conversation['client']>

function Actions({ client, owes }: { client: Owner; owes: boolean }) {
  const may = useMay()
  const [isAnnouncing, setIsAnnouncing] = useState(false)
  const links = [
    { label: 'Cobrar', to: `/clients/${client.id}/cobrar`, isOffered: owes && may('payments.write') },
    { label: 'Entregar', to: `/entregar?cliente=${client.id}`, isOffered: may('handovers.write') },
    { label: 'Facturar', to: `/facturar?cliente=${client.id}`, isOffered: may('invoices.write') },
  ].filter(({ isOffered }) => isOffered)
  return (
    <div className="grid grid-cols-2 gap-2 empty:hidden">
      {links.map(({ label, to }) => (
        <Link key={label} to={to} className={buttonClass('secondary', 'sm')}>
          {label}
        </Link>
      ))}
      {may('packages.write') && (
        <Button size="sm" icon={<Plus size={15} aria-hidden="true" />} onClick={() => setIsAnnouncing(true)}>
          Prealerta
        </Button>
      )}
      {isAnnouncing && <PrealertForm owner={client} onClose={() => setIsAnnouncing(false)} />}
    </div>
  )
}

/** Toggles between attended and waiting. */
function useAttending(conversation: Conversation) {
  const { mutate, isPending } = useChange(conversation)
  const { isWaiting } = conversation
  const run = () =>
    isPending ||
    mutate({
      attended: isWaiting,
      saved: isWaiting ? 'Conversación atendida' : 'La conversación vuelve a Por atender',
    })
  return { isWaiting, isPending, run, label: isWaiting ? 'Atendida' : 'Volver a Por atender' }
}

type HeadProps = {
  conversation: Conversation
  /** Left out where the details are shown beside the conversation. */
  onSide: (() => void) | undefined
}

function OwnerMenu({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate()
  const [isGiving, setIsGiving] = useState(false)
  const { client } = conversation
  return (
    <>
      <MenuButton
        items={
          client === null
            ? []
            : [
                { label: 'Ver cliente', icon: <User size={18} />, run: () => void navigate(`/clients/${client.id}`) },
                { label: 'Dar a otro cliente', icon: <UserCog size={18} />, run: () => setIsGiving(true) },
              ]
        }
      />
      {isGiving && <OtherClientDialog conversation={conversation} onClose={() => setIsGiving(false)} />}
    </>
  )
}

function WideHead({ conversation, onSide }: HeadProps) {
  const attending = useAttending(conversation)
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere font-semibold text-card">{formatName(conversation)}</h2>
        <p className="truncate text-help text-muted tabular-nums">{formatNumber(conversation)}</p>
      </div>
      <div className="min-w-0 max-w-[35%]">
        <Assignment conversation={conversation} />
      </div>
      <Button
        busy={attending.isPending}
        icon={attending.isWaiting ? <Check size={16} aria-hidden="true" /> : <Undo2 size={16} aria-hidden="true" />}
        onClick={attending.run}
      >
        {attending.label}
      </Button>
      {onSide && (
        <IconButton label="Datos del cliente" icon={<PanelRight size={18} aria-hidden="true" />} onClick={onSide} />
      )}
      <OwnerMenu conversation={conversation} />
    </header>
  )
}

/** Shows the debt under the name. */
function NarrowHead({ conversation, onSide }: HeadProps) {
  const account = useAccount(conversation)
  const attending = useAttending(conversation)
  const owed = account?.owed ?? []
  return (
    <>
      <div className="min-w-0 flex-1 py-1">
        <h1 className="line-clamp-2 break-words font-semibold text-card leading-5">{formatName(conversation)}</h1>
        {owed.length > 0 ? (
          <p className="font-medium text-help text-yellow-text tabular-nums">
            {`Debe ${owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}`}
          </p>
        ) : (
          <p className="truncate text-help text-muted tabular-nums">{formatNumber(conversation)}</p>
        )}
      </div>
      <IconButton
        label={attending.label}
        aria-busy={attending.isPending}
        icon={attending.isWaiting ? <Check size={20} aria-hidden="true" /> : <Undo2 size={20} aria-hidden="true" />}
        onClick={attending.run}
      />
      <IconButton label="Datos del cliente" icon={<PanelRight size={20} aria-hidden="true" />} onClick={onSide} />
    </>
  )
}
