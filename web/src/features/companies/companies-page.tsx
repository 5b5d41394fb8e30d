import type { CompanyStatus, DatabaseServers, ManagedCompany } from '@casillero/shared/contract/companies'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { formatPhone } from '@casillero/shared/domain/phone'
import { searchText } from '@casillero/shared/domain/search-text'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Power, PowerOff, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '../../crud/list-state.ts'
import { ResourceList } from '../../crud/resource-page.tsx'
import { describeError, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Email } from '../../ui/display/email.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { OpenDialog, OpenedCompany } from './company-dialogs.tsx'

const statuses: Record<CompanyStatus, { label: string; tone: Tone }> = {
  active: { label: 'Activo', tone: 'green' },
  inactive: { label: 'Inactivo', tone: 'grey' },
  suspended: { label: 'Suspendido', tone: 'red' },
}

/** Formats a number of digits only like all phones; other texts stay. */
const formatCompanyPhone = ({ phone }: ManagedCompany) =>
  phone !== null && /^\d+$/.test(phone) ? formatPhone(phone) : phone

const text = (header: string, width: number, of: (company: ManagedCompany) => string | null) => ({
  header,
  width,
  cell: (company: ManagedCompany) => {
    const value = of(company)
    return value === null ? '—' : <span title={value}>{value}</span>
  },
})

const companyColumns: readonly Column<ManagedCompany>[] = [
  {
    header: 'Nombre',
    cell: ({ name }) => (
      <span className="line-clamp-2 whitespace-normal break-words font-medium" title={name}>
        {name}
      </span>
    ),
  },
  text('Subdominio', 98, (company) => company.subdomain),
  text('RUC', 150, (company) => company.ruc),
  text('Teléfono', 146, formatCompanyPhone),
  {
    header: 'Email',
    width: 122,
    cell: ({ email }) => (email === null ? '—' : <Email>{email}</Email>),
  },
  { header: 'Logo', width: 72, cell: (company) => <CompanyLogo company={company} /> },
  { header: 'Estado', width: 108, cell: ({ status }) => <StatusBadge status={status} /> },
]

function CompanyCard({ company }: { company: ManagedCompany }) {
  const contact = [company.ruc === null ? null : `RUC ${company.ruc}`, formatCompanyPhone(company), company.email]
  return (
    <div className="flex gap-3">
      {company.logoUrl !== null && <CompanyLogo company={company} />}
      <div className="min-w-0 flex-1">
        <p className="break-words pr-10 font-semibold text-body">{company.name}</p>
        <div className="mt-1 flex items-center gap-2 text-help text-muted">
          <StatusBadge status={company.status} />
          <span className="wrap-anywhere">{company.subdomain}</span>
          {company.logoUrl === null && <span className="shrink-0">· Sin logo</span>}
        </div>
        <p className="mt-1 break-words text-help text-muted">{contact.filter((part) => part !== null).join(' · ')}</p>
      </div>
    </div>
  )
}

const CompanyLogo = ({ company: { name, logoUrl } }: { company: ManagedCompany }) =>
  logoUrl === null ? (
    <span className="text-help text-muted">Sin logo</span>
  ) : (
    <Logo name={name} url={logoUrl} className="size-8 rounded-md" />
  )

const StatusBadge = ({ status }: { status: CompanyStatus }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
)

const longestLagSeconds = 5

/** docs/product/operator.md, "Empresas". */
export function describeServers({ primary, hasReplica, replica }: DatabaseServers): { text: string; isGood: boolean } {
  const main = `Base de datos: principal ${primary ?? 'en este equipo'}`
  if (!hasReplica) return { text: `${main}, sin réplica de lectura.`, isGood: true }
  if (!replica) return { text: `${main}; la réplica no responde.`, isGood: false }
  const place = `réplica ${replica.address ?? 'en este equipo'}`
  const seconds = Math.ceil(replica.lagSeconds)
  if (seconds === 0) return { text: `${main}; ${place}, al día.`, isGood: true }
  return { text: `${main}; ${place}, ${seconds} s de atraso.`, isGood: replica.lagSeconds < longestLagSeconds }
}

const pollMs = 30_000

function DatabaseServersLine() {
  const { data } = useQuery({ ...read('GET /api/companies/servers'), refetchInterval: pollMs })
  if (!data) return null
  const { text, isGood } = describeServers(data.data)
  return isGood ? (
    <p className="mt-3 text-help text-muted">{text}</p>
  ) : (
    <Note tone="yellow" className="mt-3">
      {text}
    </Note>
  )
}

const limit = 20

/** Cuts one page out of the server's complete list. */
export function companyPage(companies: readonly ManagedCompany[], search: string, wanted: number) {
  const matching = companies.filter((company) => matches(company, search))
  const pages = Math.max(1, Math.ceil(matching.length / limit))
  const page = Math.min(wanted, pages)
  const pagination: Pagination = { page, pages, totalPages: pages, limit, total: matching.length }
  return { data: matching.slice((page - 1) * limit, page * limit), pagination }
}

function matches({ name, subdomain, ruc, phone, email }: ManagedCompany, search: string): boolean {
  const text = searchText(name, subdomain, ruc, phone, email)
  const words = searchText(search).split(/[ |]/)
  return words.every((word) => text.includes(word))
}

const CompanyDialogs = defer(() => import('./company-dialogs.tsx').then((module) => module.CompanyDialogs), DialogWait)

const texts = {
  title: 'Empresas',
  create: 'Nueva Empresa',
  empty: 'No se encontraron empresas',
  emptyHint: 'Cada empresa tiene su propia dirección, con sus usuarios y sus datos.',
  failed: 'Error al cargar empresas',
}

/** Shows nothing to admins of a company that does not run the platform. */
export function CompaniesPage() {
  return useMay()('companies.manage') ? (
    <Companies />
  ) : (
    <Page title={texts.title} head={null}>
      {null}
    </Page>
  )
}

const listActions = (company: ManagedCompany, ownId: string, onOpen: (dialog: OpenDialog) => void): MenuItem[] => [
  { label: 'Editar', icon: <Pencil size={18} />, run: () => onOpen({ kind: 'edit', company }) },
  {
    ...(company.status === 'active'
      ? { label: 'Desactivar', icon: <PowerOff size={18} /> }
      : { label: 'Activar', icon: <Power size={18} /> }),
    blocked: company.id === ownId ? 'No puede cambiar el estado de su propia empresa' : undefined,
    run: () => onOpen({ kind: 'status', company }),
  },
  { label: 'Gestionar Usuarios', icon: <UserCog size={18} />, run: () => onOpen({ kind: 'users', company }) },
]

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Note tone="red">
      <p className="font-medium">{texts.failed}</p>
      <p>{describeError(error, 'Revise su conexión e intente de nuevo.')}</p>
      <Button className="mt-2" onClick={onRetry}>
        Reintentar
      </Button>
    </Note>
  )
}

function Companies() {
  const { company: own } = useSignedIn()
  const [open, setOpen] = useState<OpenDialog>()
  const [opened, setOpened] = useState<OpenedCompany>()
  const state = useListState()
  const query = useQuery({
    ...read('GET /api/companies/get-all-companies'),
    select: ({ data }) => companyPage(data, state.search, state.page),
  })
  const { page = state.page, total } = query.data?.pagination ?? {}
  const create = () => setOpen({ kind: 'new' })
  const edit = (company: ManagedCompany) => setOpen({ kind: 'edit', company })

  return (
    <Page
      title={texts.title}
      count={total?.toLocaleString('es-NI')}
      search={
        <SearchBox
          label="Buscar empresas..."
          value={state.search}
          busy={query.isFetching && !query.isLoading}
          onSearch={state.setSearch}
        />
      }
      action={{ label: texts.create, run: create }}
    >
      {query.isError ? (
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ResourceList
          resource={{ texts, state: { ...state, page }, query }}
          onCreate={create}
          table={{
            columns: companyColumns,
            card: (company) => <CompanyCard company={company} />,
            formatName: (company) => company.name,
            look: { rowHeight: 56 },
            onOpen: edit,
            actions: (company) => listActions(company, own.id, setOpen),
          }}
        />
      )}
      <DatabaseServersLine />
      {(open ?? opened) && (
        <CompanyDialogs
          open={open}
          opened={opened}
          onOpen={setOpen}
          onOpened={setOpened}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}
