import type { User } from '@casillero/shared/contract/auth'
import type { ManagedCompany } from '@casillero/shared/contract/companies'
import type { UserDraft } from '@casillero/shared/contract/users'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { refreshSession, useSignedIn } from '../../lib/session.ts'
import { CedulaField, EditUserForm, NewUserForm, withoutEmptyPassword } from '../users/user-form.tsx'
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

export function CompanyUserForm({ company, user, onClose }: CompanyUserFormProps) {
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
