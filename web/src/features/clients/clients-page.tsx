import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FilterWait } from '../../crud/filter-line.tsx'
import { useChosenColumns } from '../../crud/list-columns.tsx'
import { type FilterReaders, readChoice, readDayOrAge, readFlag, useFilters } from '../../crud/list-filter.ts'
import { type ListQuery, useListState } from '../../crud/list-state.ts'
import { ResourcePage, useResource, useRows } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { Email } from '../../ui/display/email.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { fullName } from '../client-search/client-name.ts'
import { hasCasillero } from '../client-search/search-clients.ts'
import { exportItems } from '../exports/export-items.ts'
import { useImportItems } from '../imports/import-items.ts'
import { NoMessages, NoMessagesSign } from './no-messages.tsx'

const clientColumns: readonly Column<Client>[] = [
  { header: 'Casillero', width: 104, cell: (client) => <Tag>{client.casillero}</Tag> },
  {
    header: 'Nombre',
    order: 'name',
    cell: (client) => (
      <span className="flex items-center gap-2">
        <Link
          to={`/clients/${client.id}`}
          className="wrap-anywhere font-medium hover:underline"
          title={fullName(client)}
        >
          {fullName(client)}
        </Link>
        {!client.messagesAllowed && <NoMessagesSign />}
      </span>
    ),
  },
  { header: 'Teléfono', width: 148, cell: (client) => formatPhone(client.phone) },
  {
    header: 'Email',
    width: 206,
    cell: ({ email }) => (email === null ? '—' : <Email>{email}</Email>),
  },
  { header: 'Ciudad', width: 128, cell: (client) => client.city ?? '—' },
]

const clientReaders: FilterReaders = {
  debt: readFlag,
  ready: readFlag,
  recent: readFlag,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['name', '-name'], value),
}

const ClientFilters = defer(() => import('./client-filters.tsx').then((module) => module.ClientFilters), FilterWait)

const ClientForm = defer(() => import('./client-form.tsx').then((module) => module.ClientForm), DialogWait)

const ClientMessages = defer(() => import('./client-messages.tsx').then((module) => module.ClientMessages), DialogWait)

const SignupsWait = () => <SkeletonRows rows={4} height={56} label="Cargando solicitudes..." />

const SignupsPanel = defer(
  () => import('../signups/signups-panel.tsx').then((module) => module.SignupsPanel),
  SignupsWait,
)

const texts = {
  title: 'Clientes',
  search: 'Buscar clientes...',
  create: 'Nuevo Cliente',
  empty: 'No se encontraron clientes',
  emptyHint: 'Cada cliente recibe su casillero al guardarlo.',
  failed: 'Error al cargar los clientes',
  offline: 'Error al conectar con el servidor',
}

const Form = ({ row, onClose }: { row: Client | undefined; onClose: () => void }) => (
  <ClientForm client={row} onClose={onClose} />
)

/** The list, and beside it the requests that wait for approval. */
export function ClientsPage() {
  const { value } = useListState()
  return value('vista') === 'solicitudes' ? <SignupList /> : <ClientList />
}

type Part = 'clientes' | 'solicitudes'

/** Nothing where visitors cannot ask, and no request waits. */
function ClientTabs({ part }: { part: Part }) {
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 640px)')
  const counts = useQuery({ ...read('GET /api/signups/counts'), staleTime: 60_000 }).data?.data
  if (part === 'clientes' && !counts?.isOpen && !counts?.waiting) return null
  const tabs: Tab<Part>[] = [
    { id: 'clientes', label: 'Clientes' },
    { id: 'solicitudes', label: 'Solicitudes', count: counts?.waiting, isWaiting: true },
  ]
  const choice = {
    label: 'Clientes',
    tabs,
    current: part,
    onChange: (next: Part) => void navigate(next === 'clientes' ? '/clients' : '/clients?vista=solicitudes'),
  }
  return <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
}

const signupTexts = {
  ...texts,
  search: 'Nombre, teléfono o ciudad',
  empty: 'Nadie espera',
  emptyHint: '',
  noHits: 'Ninguna solicitud coincide',
  failed: 'Error al cargar las solicitudes',
}

const signupsMs = 30_000

function SignupList() {
  const readSignups = (query: ListQuery) => read('GET /api/signups', { query })
  const state = useListState()
  const rows = useRows(state, readSignups(state.query), signupTexts, signupsMs)
  const resource = { ...rows, read: readSignups, state, count: undefined }
  const counts = useQuery({ ...read('GET /api/signups/counts'), staleTime: 60_000 }).data?.data
  const menu = useImportItems('clients')
  const { create, dialogs } = useRecords<Client>({
    thing: 'el cliente',
    formatName: fullName,
    Form,
    write: 'clients.write',
  })
  return (
    <Page
      title={texts.title}
      search={<ResourceSearch resource={resource} />}
      action={create && { label: texts.create, run: create }}
      menu={menu}
    >
      <ClientTabs part="solicitudes" />
      <TabPanel id="solicitudes">
        <SignupsPanel resource={resource} isOpen={counts?.isOpen !== false} />
      </TabPanel>
      {dialogs}
    </Page>
  )
}

function ClientList() {
  const navigate = useNavigate()
  const menu = useImportItems('clients')
  const { query: filter, order, filters } = useFilters('clients', clientReaders, 'name', ClientFilters)
  const readClients = (query: ListQuery) => read('GET /api/client', { query: { ...query, ...filter } })
  const resource = useResource(readClients, texts)
  const { columns, items, dialog } = useChosenColumns('clients', clientColumns)
  const [written, setWritten] = useState<Client>()
  const { create, listActions, dialogs } = useRecords<Client>({
    thing: 'el cliente',
    formatName: fullName,
    Form,
    remove: (id) => call('DELETE /api/client/:id', { params: { id } }),
    write: 'clients.write',
    mayRemove: 'clients.delete',
    question: {
      title: (client) => `¿Eliminar a ${fullName(client)}?`,
      texts: { offline: texts.offline },
      sentence: (client) => (
        <>
          Se eliminará el cliente <b className="font-semibold">{fullName(client)}</b> (casillero {client.casillero}).
        </>
      ),
    },
  })

  return (
    <ResourcePage
      resource={resource}
      filters={filters}
      exact={(client, text) => (hasCasillero(client, text) ? [text] : [])}
      onCreate={create}
      above={<ClientTabs part="clientes" />}
      menu={[...menu, ...exportItems(readClients(resource.state.query)), ...items]}
      table={{
        columns,
        order,
        card: (client) => <ClientCard client={client} />,
        formatName: fullName,
        onOpen: ({ id }) => void navigate(`/clients/${id}`),
        actions: (client) => [
          {
            label: 'Mensajes',
            icon: <MessageSquareText size={18} />,
            run: () => setWritten(client),
          },
          ...listActions(client),
        ],
      }}
    >
      {dialog}
      {dialogs}
      {written && <ClientMessages client={written} onClose={() => setWritten(undefined)} />}
    </ResourcePage>
  )
}

function ClientCard({ client }: { client: Client }) {
  return (
    <>
      <p className="wrap-anywhere pr-10 font-semibold text-body">{fullName(client)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 pr-10 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className="shrink-0 tabular-nums">
          {formatPhone(client.phone)}
          {client.city !== null && ' ·'}
        </span>
        {client.city !== null && <span className="wrap-anywhere">{client.city}</span>}
      </div>
      {!client.messagesAllowed && (
        <div className="mt-1">
          <NoMessages />
        </div>
      )}
    </>
  )
}
