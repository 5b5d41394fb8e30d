import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { use, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page, PageFrame } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { fullName } from '../client-search/client-name.ts'
import { SavedCollection } from '../collecting/saved-collection.tsx'
import type { SavedNumber } from '../collecting/use-collecting.ts'
import { type ClientActions, useClientActions } from './client-actions.tsx'
import { NarrowHead, WideHead } from './client-head.tsx'
import { ClientStrip, NarrowStrip } from './client-strip.tsx'
import { clientTabs } from './client-tabs.ts'
import { OptOutQuestion } from './opt-out-question.tsx'
import { PendingVouchers } from './pending-vouchers.tsx'

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

/** Cobrar leaves it with the address. */
function useSavedCollection(): { saved: SavedNumber | undefined; close: () => void } {
  const { state } = useLocation()
  const [, setParams] = useSearchParams()
  // A page of the version before left it without its change.
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
        {/* At the end, where no toast covers it. */}
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
