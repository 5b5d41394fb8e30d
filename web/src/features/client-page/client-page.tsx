import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Pencil, Scale, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ClientHead } from './client-head.tsx'
import { ClientPackages } from './client-packages.tsx'
import { ClientStrip } from './client-strip.tsx'

const ClientForm = defer(() => import('../clients/client-form.tsx').then((module) => module.ClientForm), DialogWait)
const CreditForm = defer(
  () => import('../client-money/credit-form.tsx').then((module) => module.CreditForm),
  DialogWait,
)
const PackageDialog = defer(
  () => import('../packages/package-dialog.tsx').then((module) => module.PackageDialog),
  DialogWait,
)
const ClientInvoices = defer(() => import('./client-invoices.tsx').then((module) => module.ClientInvoices))
const ClientData = defer(() => import('./client-data.tsx').then((module) => module.ClientData))
const MessageTab = defer(() => import('../messages/message-list.tsx').then((module) => module.MessageTab))

const tabIds = ['paquetes', 'facturas', 'mensajes', 'datos'] as const
type TabId = (typeof tabIds)[number]

const withCount = (tab: Tab<TabId>): Tab<TabId> =>
  tab.count === undefined ? tab : { ...tab, label: `${tab.label} · ${tab.count}` }

const failed = 'Error al cargar el cliente'

/** Where a client's packages are and what they owe, without a second click. docs/product/clients.md, "The client's page". */
export function ClientPage() {
  const { id = '' } = useParams()
  return <OneClient key={id} id={id} />
}

function useClientTab() {
  const [params, setParams] = useSearchParams()
  const tab = tabIds.find((one) => one === params.get('tab')) ?? 'paquetes'
  const show = (id: TabId) => setParams(id === 'paquetes' ? {} : { tab: id }, { replace: true })
  return { tab, show }
}

function OneClient({ id }: { id: string }) {
  const may = useMay()
  const navigate = useNavigate()
  const isWide = useIsWide()
  const isRoomy = useMedia('(min-width: 768px)')
  const { tab, show } = useClientTab()
  const [open, setOpen] = useState<'edit' | 'receive' | 'remove' | 'credit'>()
  const close = () => setOpen(undefined)
  const query = useQuery({ ...read('GET /api/clients/:id/account', { params: { id } }), meta: { failed } })
  const account = query.data?.data
  if (account === undefined) {
    return (
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
    )
  }
  const { client, counts } = account
  const edit = may('clients.write') ? () => setOpen('edit') : undefined
  const menu = [
    ...(edit ? [{ label: 'Editar', icon: <Pencil size={18} />, run: edit }] : []),
    ...(may('credit.adjust')
      ? [{ label: 'Ajustar saldo a favor', icon: <Scale size={18} />, run: () => setOpen('credit') }]
      : []),
    ...(may('clients.delete')
      ? [
          {
            label: 'Eliminar',
            icon: <Trash2 size={18} />,
            tone: 'danger' as const,
            run: () => setOpen('remove'),
          },
        ]
      : []),
  ]
  const main = (
    <>
      {may('packages.write') && (
        <Button className="max-lg:flex-1" onClick={() => setOpen('receive')}>
          Recibir paquete
        </Button>
      )}
      {may('invoices.write') && (
        <Link to={`/facturar?cliente=${id}`} className={buttonClass('primary', 'md', 'max-lg:flex-1')}>
          Facturar
        </Link>
      )}
    </>
  )
  const choice = {
    label: 'Cliente',
    tabs: [
      { id: 'paquetes' as const, label: 'Paquetes', count: counts.packages },
      { id: 'facturas' as const, label: 'Facturas', count: counts.invoices },
      { id: 'mensajes' as const, label: 'Mensajes', count: counts.messages },
      { id: 'datos' as const, label: 'Datos' },
    ],
    current: tab,
    onChange: show,
  }
  const content = (
    <>
      {tab === 'paquetes' && <ClientPackages clientId={id} delivered={counts.delivered} />}
      {tab === 'facturas' && <ClientInvoices clientId={id} />}
      {tab === 'mensajes' && <MessageTab filter={{ clientId: id }} />}
      {tab === 'datos' && <ClientData account={account} onEdit={edit} />}
    </>
  )
  const head = (
    <ClientHead
      client={client}
      isWide={isWide}
      actions={
        <div className="flex shrink-0 gap-2">
          {isWide && main}
          {menu.length > 0 && (
            <Menu
              items={menu}
              trigger={(trigger) => (
                <IconButton
                  {...trigger}
                  label={`Acciones: ${fullName(client)}`}
                  icon={<EllipsisVertical size={18} aria-hidden="true" />}
                />
              )}
            />
          )}
        </div>
      }
    />
  )
  return (
    <Page title={isWide ? fullName(client) : 'Cliente'} head={head}>
      {!isWide && head}
      <ClientStrip account={account} onInvoices={() => show('facturas')} onPackages={() => show('paquetes')} />
      <div className="mb-3">
        {isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} tabs={choice.tabs.map(withCount)} />}
      </div>
      {isRoomy ? <TabPanel id={tab}>{content}</TabPanel> : content}
      {!isWide && may('packages.write') && (
        <div className="sticky bottom-0 z-10 mt-3 -mx-(--gutter) flex gap-3 border-line border-t bg-surface px-(--gutter) py-2">
          {main}
        </div>
      )}
      {open === 'edit' && <ClientForm client={client} onClose={close} />}
      {open === 'credit' && <CreditForm client={client} onClose={close} />}
      {open === 'receive' && <PackageDialog owner={client} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          thing="el cliente"
          title={`¿Eliminar a ${fullName(client)}?`}
          run={async () => {
            await call('DELETE /api/client/:id', { params: { id } })
            await navigate('/clients', { replace: true })
          }}
          onClose={close}
        >
          Se eliminará el cliente <b className="font-semibold">{fullName(client)}</b> (casillero {client.casillero}).
        </RemoveDialog>
      )}
    </Page>
  )
}
