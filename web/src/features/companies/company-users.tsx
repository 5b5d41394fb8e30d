import type { User } from '@casillero/shared/contract/auth'
import type { ManagedCompany } from '@casillero/shared/contract/companies'
import type { UserDraft } from '@casillero/shared/contract/users'
import { useRef, useState } from 'react'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useRows } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { call, read } from '../../lib/api.ts'
import { refreshSession, useSignedIn } from '../../lib/session.ts'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { nameColumn, statusColumn, typeColumn, UserCard } from '../users/user-columns.tsx'
import { CedulaField, EditUserForm, NewUserForm, withoutEmptyPassword } from '../users/user-form.tsx'
import { asList } from '../users/user-list.ts'
import { withEnded } from '../users/user-texts.ts'

const creating = {
  title: 'Agregar Usuario',
  save: 'Crear Usuario',
  saving: 'Creando...',
  progress: 'Creando usuario...',
  saved: '¡Usuario creado!',
  failed: 'Error al guardar usuario',
}
const editing = {
  title: 'Editar Usuario',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  progress: 'Actualizando usuario...',
  saved: '¡Usuario actualizado!',
  failed: 'Error al guardar usuario',
}

type CompanyUserFormProps = { company: ManagedCompany; user: User | undefined; onClose: () => void }

function CompanyUserForm({ company, user, onClose }: CompanyUserFormProps) {
  const ended = useRef({ sessions: 0, accessTokens: 0 })
  const { user: self } = useSignedIn()
  const { id } = company
  if (user === undefined) {
    return (
      <NewUserForm
        texts={creating}
        save={(body) => call('POST /api/companies/:id/users', { params: { id }, body })}
        onClose={onClose}
      >
        <CedulaField />
      </NewUserForm>
    )
  }
  const isSelf = user.id === self.id
  const save = async (draft: UserDraft) => {
    const body = withoutEmptyPassword(draft)
    const answer = await call('PUT /api/companies/:id/users/:userId', { params: { id, userId: user.id }, body })
    ended.current = answer.ended
    if (isSelf) await refreshSession()
  }
  return (
    <EditUserForm
      texts={{ ...editing, announce: () => withEnded(editing.saved, ended.current) }}
      user={user}
      save={save}
      reload={() => current(id, user)}
      locked={isSelf ? 'Es su propio usuario: otro administrador puede cambiarlo' : undefined}
      onClose={onClose}
    >
      <CedulaField />
    </EditUserForm>
  )
}

async function current(id: string, user: User): Promise<User> {
  const { users } = await call('GET /api/companies/:id/users', { params: { id }, query: { page: '1', limit: '100' } })
  return users.find((one) => one.id === user.id) ?? user
}

const columns: readonly Column<User>[] = [
  nameColumn,
  {
    header: 'Email',
    width: 236,
    cell: ({ email }) => (email === null ? '—' : <span title={email}>{email}</span>),
  },
  typeColumn,
  statusColumn,
]

type Open = { kind: 'form'; user?: User } | { kind: 'remove'; user: User }
type CompanyUsersProps = { company: ManagedCompany; onClose: () => void }

const listTexts = {
  create: 'Agregar Usuario',
  empty: 'No hay usuarios en esta empresa.',
  noHits: 'No se encontraron usuarios',
  emptyHint: 'El primero debe ser un administrador.',
  failed: 'Error al cargar usuarios',
}

function useUsers(company: ManagedCompany) {
  const [{ search, page }, setPlace] = useState({ search: '', page: 1 })
  const setSearch = (text: string) => setPlace({ search: text, page: 1 })
  const setPage = (next: number) => setPlace({ search, page: next })
  const sent = { params: { id: company.id }, query: { page: String(page), search } }
  const texts = { ...listTexts, title: `Usuarios de ${company.name}` }
  return useRows({ search, page, setSearch, setPage }, asList(read('GET /api/companies/:id/users', sent)), texts)
}

export function CompanyUsers({ company, onClose }: CompanyUsersProps) {
  const { user: self } = useSignedIn()
  const resource = useUsers(company)
  const { texts } = resource
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = () => setOpen({ kind: 'form' })
  const edit = (user: User) => setOpen({ kind: 'form', user })
  const remove = (user: User) => setOpen({ kind: 'remove', user })
  return (
    <Dialog title={texts.title} size="full" onClose={onClose}>
      <div className="px-4 pt-1 pb-5 md:px-5">
        <Toolbar action={{ label: texts.create, run: add }}>
          <SearchBox
            label="Buscar usuarios..."
            value={resource.state.search}
            busy={resource.query.isFetching && !resource.query.isLoading}
            onSearch={resource.state.setSearch}
          />
        </Toolbar>
        <ResourceList
          resource={resource}
          onCreate={add}
          table={{
            columns,
            card: (user) => <UserCard user={user} />,
            formatName: (user) => user.fullName,
            onOpen: edit,
            actions: (user) => rowActions(user, { edit, remove: user.id === self.id ? undefined : remove }),
          }}
        />
      </div>
      {open?.kind === 'form' && <CompanyUserForm company={company} user={open.user} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el usuario"
          title="¿Está seguro de que desea eliminar este usuario?"
          texts={{
            progress: 'Eliminando usuario...',
            done: '¡Usuario eliminado!',
            failed: 'Error al eliminar usuario',
          }}
          run={() =>
            call('DELETE /api/companies/:id/users/:userId', { params: { id: company.id, userId: open.user.id } })
          }
          onClose={close}
        >
          <b className="font-semibold">{open.user.fullName}</b> ya no podrá iniciar sesión en {company.name}; su nombre
          queda en los historiales.
        </RemoveDialog>
      )}
    </Dialog>
  )
}
