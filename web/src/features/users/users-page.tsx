import type { User } from '@casillero/shared/contract/auth'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { exportItems } from '../exports/export-items.ts'
import { UserCard, userColumns } from './user-columns.tsx'
import { asList, resultPages } from './user-list.ts'

const UserDialog = defer(() => import('./user-dialog.tsx').then((module) => module.UserDialog), DialogWait)

const texts = {
  title: 'Usuarios',
  search: 'Buscar usuarios...',
  create: 'Nuevo Usuario',
  empty: 'No se encontraron usuarios',
  emptyHint: 'Agregue aquí a quienes trabajan con usted.',
  failed: 'Error al cargar usuarios',
  pager: resultPages,
}

const Form = ({ row, onClose }: { row: User | undefined; onClose: () => void }) => (
  <UserDialog id={row?.id} onClose={onClose} />
)

const readUsers = (query: ListQuery) => read('GET /api/users', { query: { ...query, limit: '10' } })

export function UsersPage() {
  const resource = useResource((page) => asList(readUsers(page)), texts)
  const { user: self } = useSignedIn()
  const { create, table, dialogs } = useRecords<User>({
    thing: 'el usuario',
    formatName: ({ fullName }) => fullName,
    Form,
    remove: (id) => call('DELETE /api/users/:id', { params: { id } }),
    write: 'users.manage',
    stays: ({ id }) => id === self.id,
    question: {
      title: ({ fullName }) => `¿Eliminar a ${fullName}?`,
      sentence: ({ fullName }) => (
        <>
          <b className="font-semibold">{fullName}</b> ya no podrá iniciar sesión; su nombre queda en los historiales.
        </>
      ),
      texts: { done: '¡Usuario eliminado exitosamente!', doneMs: 2_000, failed: 'Error al eliminar usuario' },
    },
  })

  return (
    <ResourcePage
      resource={resource}
      menu={exportItems(readUsers(resource.state.query))}
      exact={(user) => [user.email]}
      onCreate={create}
      table={{
        ...table,
        columns: userColumns,
        card: (user) => <UserCard user={user} />,
        look: { rowHeight: 56 },
      }}
    >
      {dialogs}
    </ResourcePage>
  )
}
