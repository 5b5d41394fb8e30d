import type { UserDraft } from '@casillero/shared/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, read } from '../../lib/api.ts'
import { refreshSession, useSignedIn } from '../../lib/session.ts'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { EditUserForm, NewUserForm, withoutEmptyPassword } from './user-form.tsx'
import { UserSecondStep } from './user-second-step.tsx'
import { withEnded } from './user-texts.ts'

const creating = {
  title: 'Nuevo Usuario',
  save: 'Crear Usuario',
  saving: 'Creando...',
  progress: 'Creando usuario...',
  saved: 'Usuario creado exitosamente',
  savedMs: 2_000,
  failed: 'Error al guardar usuario',
}
const editing = {
  title: 'Editar Usuario',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  progress: 'Actualizando usuario...',
  saved: 'Usuario actualizado exitosamente',
  savedMs: 2_000,
  failed: 'Error al guardar usuario',
}

type UserDialogProps = {
  id: string | undefined
  onClose: () => void
}

export function UserDialog({ id, onClose }: UserDialogProps) {
  if (id !== undefined) return <UserEditor id={id} onClose={onClose} />
  return <NewUserForm texts={creating} save={(body) => call('POST /api/users', { body })} onClose={onClose} />
}

function UserEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const { user: self } = useSignedIn()
  const isSelf = id === self.id
  const ended = useRef({ sessions: 0, accessTokens: 0 })
  const { data, isLoadingError } = useQuery({
    ...read('GET /api/users/:id', { params: { id } }),
    meta: { failed: 'Error al cargar datos del usuario' },
    // A form begins with the stored values of now, never with those of an earlier form.
    gcTime: 0,
  })
  useEffect(() => {
    if (isLoadingError) onClose()
  }, [isLoadingError, onClose])
  if (data === undefined) return <DialogWait onClose={onClose} />

  const save = async (draft: UserDraft) => {
    const answer = await call('PUT /api/users/:id', { params: { id }, body: withoutEmptyPassword(draft) })
    ended.current = answer.ended
    if (isSelf) await refreshSession()
  }
  return (
    <EditUserForm
      texts={{ ...editing, announce: () => withEnded(editing.saved, ended.current) }}
      user={data.user}
      save={save}
      reload={async () => (await call('GET /api/users/:id', { params: { id } })).user}
      account={isSelf ? undefined : <UserSecondStep user={data.user} />}
      locked={isSelf ? 'Es su propio usuario: otro administrador puede cambiarlo' : undefined}
      onClose={onClose}
    />
  )
}
