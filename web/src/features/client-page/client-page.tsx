import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Client } from '@casillero/shared/contract/clients'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Copy, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page, PageFrame } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages } from '../clients/no-messages.tsx'
import { SavedCollection } from '../collecting/saved-collection.tsx'
import type { SavedNumber } from '../collecting/use-collecting.ts'
import { type ClientActions, useClientActions } from './client-actions.tsx'
import { ClientStrip, NarrowStrip } from './client-strip.tsx'
import { clientTabs } from './client-tabs.ts'
import { HeldClient } from './held-client.tsx'
import { OptOutQuestion } from './opt-out-question.tsx'

const callLink = ({ phone }: Client) => ({ href: `tel:+${phone}` })
const chatLink = ({ phone }: Client) => ({ href: `https://wa.me/${phone}`, target: '_blank', rel: 'noreferrer' })

function WideHead({ client, actions }: { client: Client; actions: ReactNode }) {
  return (
    <div className="mb-3">
      <Trail places={[{ to: '/clients', label: 'Clientes' }]} />
      <div className="flex items-start gap-3">
        <h1 className="min-w-0 flex-1 break-words font-semibold text-h1">{fullName(client)}</h1>
        <div className="flex shrink-0 gap-2">{actions}</div>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-muted">
        <CopyButton text={client.casillero} />
        <a
          {...callLink(client)}
          className="inline-flex min-h-6 items-center gap-1.5 tabular-nums pointer-coarse:min-h-11"
        >
          <Phone size={15} aria-hidden="true" />
          <span className="sr-only">Llamar al </span>
          {formatPhone(client.phone)}
        </a>
        <a
          {...chatLink(client)}
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-primary-text pointer-coarse:min-h-11"
        >
          <MessageCircle size={15} aria-hidden="true" />
          WhatsApp
        </a>
        {client.city !== null && <span className="break-words">{client.city}</span>}
        <FormerCasilleros client={client} />
        <span>{`Cliente desde ${formatDate(client.createdAt).replace(/^\d+ /, '')}`}</span>
        {!client.messagesAllowed && <NoMessages />}
      </p>
    </div>
  )
}

/** Includes the debt, in sizes for a thumb. */
function NarrowHead({ account: { client }, children }: { account: ClientAccount; children: ReactNode }) {
  return (
    <Surface className="mb-3 overflow-clip">
      <div className="px-4 py-3">
        <h2 className="break-words font-semibold text-title">{fullName(client)}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-muted">
          <CopyButton text={client.casillero} />
          <span className="tabular-nums">{formatPhone(client.phone)}</span>
          <FormerCasilleros client={client} />
          {!client.messagesAllowed && <NoMessages />}
        </p>
        <div className="mt-3 grid grid-cols-2 gap-2">
          <a {...callLink(client)} className={buttonClass('secondary')}>
            <Phone size={16} aria-hidden="true" />
            Llamar
          </a>
          <a {...chatLink(client)} className={buttonClass('secondary')}>
            <MessageCircle size={16} aria-hidden="true" />
            WhatsApp
          </a>
        </div>
      </div>
      {children}
    </Surface>
  )
}

const FormerCasilleros = ({ client: { formerCasilleros } }: { client: Client }) =>
  formerCasilleros.length > 0 && <span>{`Antes también ${formerCasilleros.join(', ')}`}</span>

function CopyButton({ text }: { text: string }) {
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => toastSuccess(`${text} copiado`),
      () => toastError('No se pudo copiar'),
    )
  return (
    <button
      type="button"
      aria-label={`Copiar casillero ${text}`}
      title="Copiar"
      onClick={copy}
      // The target is larger than the tag, for a thumb.
      className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
    >
      <span className="inline-flex h-5 items-center gap-1.5 rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] text-muted tabular-nums hover:text-fg">
        {text}
        <Copy size={12} aria-hidden="true" />
      </span>
    </button>
  )
}

const failed = 'Error al cargar el cliente'

/** docs/product/clients.md, "The client's page". */
export function ClientPage() {
  const { id = '' } = useParams()
  return <OneClient key={id} id={id} />
}

function useClientTab() {
  const [params, setParams] = useSearchParams()
  const tab = clientTabs.find(({ id }) => id === params.get('tab')) ?? clientTabs[0]
  const show = (id: string) => setParams(id === clientTabs[0].id ? {} : { tab: id }, { replace: true })
  return { tab, show }
}

/** Reads the collection that Cobrar saved in the history's state. */
function useSavedCollection(): { saved: SavedNumber | undefined; close: () => void } {
  const { state } = useLocation()
  const [, setParams] = useSearchParams()
  // State that the previous version left has no change in it.
  const [saved, setSaved] = useState<SavedNumber | undefined>(state?.collection && { change: [], ...state.collection })
  const close = () => {
    setSaved(undefined)
    setParams((same) => same, { replace: true })
  }
  return { saved, close }
}

function OneClient({ id }: { id: string }) {
  const isWide = useIsWide()
  const query = useQuery({ ...read('GET /api/clients/:id/account', { params: { id } }), meta: { failed } })
  const account = query.data?.data
  const actions = useClientActions(account, isWide)
  const frame = use(PageFrame)
  const ownFrame = {
    ...frame,
    start: <BackButton />,
    end: (
      <>
        {frame.end}
        {/* At the end of the page, where no toast covers it. */}
        {actions.menu}
      </>
    ),
  }
  return (
    <PageFrame value={ownFrame}>
      {account === undefined ? (
        <Page title="Cliente">
          <Surface className="grid min-h-60 place-items-center">
            {query.isError ? (
              <LostRow
                error={query.error}
                lost="Este cliente no existe o fue eliminado."
                failed={failed}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <Spinner label="Cargando cliente..." />
            )}
          </Surface>
        </Page>
      ) : (
        <LoadedClient account={account} actions={actions} isWide={isWide} />
      )}
    </PageFrame>
  )
}

function BackButton() {
  const navigate = useNavigate()
  const isOpened = () => window.history.state?.idx > 0
  return (
    <IconButton
      label="Volver"
      icon={<ChevronLeft size={20} aria-hidden="true" />}
      onClick={() => void (isOpened() ? navigate(-1) : navigate('/clients', { replace: true }))}
    />
  )
}

type LoadedClientProps = { account: ClientAccount; actions: ClientActions; isWide: boolean }

function LoadedClient({ account, actions, isWide }: LoadedClientProps) {
  const isRoomy = useMedia('(min-width: 768px)')
  const { tab, show } = useClientTab()
  const collection = useSavedCollection()
  const { client, counts } = account
  const choice = {
    label: 'Cliente',
    tabs: clientTabs.map(({ id, label, count }) => ({ id, label, count: count?.(counts) })),
    current: tab.id,
    onChange: show,
  }
  const withCounts = choice.tabs.map(({ id, label, count }) => ({
    id,
    label: count === undefined ? label : `${label} · ${count}`,
  }))
  const content = <tab.Content account={account} onEdit={actions.edit} />
  return (
    <Page
      title={isWide ? fullName(client) : 'Cliente'}
      head={
        <WideHead
          client={client}
          actions={
            <>
              {actions.buttons}
              {actions.menu}
            </>
          }
        />
      }
    >
      <div
        style={isWide ? undefined : { minHeight: 'calc(100dvh - 68px)' }}
        className={isWide ? undefined : 'flex flex-col'}
      >
        <HeldClient client={client} />
        <OptOutQuestion client={client} />
        <PendingVouchers clientId={client.id} />
        {isWide ? (
          <ClientStrip account={account} onTab={show} />
        ) : (
          <NarrowHead account={account}>
            <NarrowStrip account={account} onTab={show} />
          </NarrowHead>
        )}
        {collection.saved && <SavedCollection saved={collection.saved} onClose={collection.close} />}
        <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} tabs={withCounts} />}</div>
        {isRoomy ? <TabPanel id={tab.id}>{content}</TabPanel> : content}
        {!isWide && actions.buttons && (
          <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-auto -mb-8 flex gap-3 border-line border-t bg-surface px-(--gutter) py-2">
            {actions.buttons}
          </div>
        )}
      </div>
      {actions.dialog}
    </Page>
  )
}

/** docs/product/vouchers.md, "Verifying". */
function PendingVouchers({ clientId }: { clientId: string }) {
  const may = useMay()
  const query = useQuery({
    ...read('GET /api/vouchers/counts', { query: { clientId } }),
    enabled: may('invoices.read'),
  })
  const count = query.data?.data.pending ?? 0
  if (count === 0) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>{count === 1 ? 'Envió 1 comprobante que espera' : `Envió ${count} comprobantes que esperan`}</p>
        <Link
          to={`/caja/comprobantes?cliente=${clientId}`}
          className="inline-flex min-h-6 items-center font-semibold underline pointer-coarse:min-h-11"
        >
          Verificar
        </Link>
      </div>
    </Note>
  )
}
