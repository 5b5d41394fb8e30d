import type { User } from '@casillero/shared/contract/auth'
import { useState } from 'react'
import { type ListQuery, useListState } from '../../crud/list-state.ts'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourcePage } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
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

type Open = { kind: 'form'; id?: string } | { kind: 'remove'; user: User }

const readUsers = (query: ListQuery) => read('GET /api/users', { query: { ...query, limit: '10' } })

export function UsersPage() {
  const { query } = useListState()
  const { user: self } = useSignedIn()
  const mayManage = useMay()('users.manage')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const edit = mayManage ? (user: User) => setOpen({ kind: 'form', id: user.id }) : undefined
  const remove = mayManage ? (user: User) => setOpen({ kind: 'remove', user }) : undefined

  return (
    <ResourcePage
      texts={texts}
      read={(page) => asList(readUsers(page))}
      menu={exportItems(readUsers(query))}
      exact={(user) => [user.email]}
      onCreate={mayManage ? () => setOpen({ kind: 'form' }) : undefined}
      table={{
        columns: userColumns,
        card: (user) => <UserCard user={user} />,
        formatName: (user) => user.fullName,
        look: { rowHeight: 56 },
        onOpen: edit,
        actions: (user) => rowActions(user, { edit, remove: user.id === self.id ? undefined : remove }),
      }}
    >
      {open?.kind === 'form' && <UserDialog id={open.id} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el usuario"
          title={`¿Eliminar a ${open.user.fullName}?`}
          texts={{ done: '¡Usuario eliminado exitosamente!', doneMs: 2_000, failed: 'Error al eliminar usuario' }}
          run={() => call('DELETE /api/users/:id', { params: { id: open.user.id } })}
          onClose={close}
        >
          <b className="font-semibold">{open.user.fullName}</b> ya no podrá iniciar sesión; su nombre queda en los
          historiales.
        </RemoveDialog>
      )}
    </ResourcePage>
  )
}
