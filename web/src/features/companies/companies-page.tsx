import type { ManagedCompany } from '@casillero/shared/contract/companies'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Power, PowerOff, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '../../crud/list-state.ts'
import { ResourceList } from '../../crud/resource-page.tsx'
import { describeError, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { CompanyCard, companyColumns } from './company-columns.tsx'
import type { OpenDialog, OpenedCompany } from './company-dialogs.tsx'
import { companyPage } from './company-list.ts'
import { DatabaseServersLine } from './database-servers.tsx'

const CompanyDialogs = defer(() => import('./company-dialogs.tsx').then((module) => module.CompanyDialogs), DialogWait)

const texts = {
  title: 'Empresas',
  create: 'Nueva Empresa',
  empty: 'No se encontraron empresas',
  emptyHint: 'Cada empresa tiene su propia dirección, con sus usuarios y sus datos.',
  failed: 'Error al cargar empresas',
}

/** Empty for the admin of a company that does not run the platform. */
export function CompaniesPage() {
  return useMay()('companies.manage') ? (
    <Companies />
  ) : (
    <Page title={texts.title} head={null}>
      {null}
    </Page>
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
  const listActions = (company: ManagedCompany) => [
    { label: 'Editar', icon: <Pencil size={18} />, run: () => edit(company) },
    {
      ...(company.status === 'active'
        ? { label: 'Desactivar', icon: <PowerOff size={18} /> }
        : { label: 'Activar', icon: <Power size={18} /> }),
      blocked: company.id === own.id ? 'No puede cambiar el estado de su propia empresa' : undefined,
      run: () => setOpen({ kind: 'status', company }),
    },
    { label: 'Gestionar Usuarios', icon: <UserCog size={18} />, run: () => setOpen({ kind: 'users', company }) },
  ]

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
        <Note tone="red">
          <p className="font-medium">{texts.failed}</p>
          <p>{describeError(query.error, 'Revise su conexión e intente de nuevo.')}</p>
          <Button className="mt-2" onClick={() => void query.refetch()}>
            Reintentar
          </Button>
        </Note>
      ) : (
        <ResourceList
          texts={texts}
          resource={{ state: { ...state, page }, query }}
          onCreate={create}
          table={{
            columns: companyColumns,
            card: (company) => <CompanyCard company={company} />,
            formatName: (company) => company.name,
            look: { rowHeight: 56 },
            onOpen: edit,
            actions: listActions,
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
