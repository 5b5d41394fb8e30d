import type { UserDraft } from '@casillero/shared/contract/users'
import { formatDate } from '@casillero/shared/domain/business-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, read } from '../../lib/api.ts'
import { refreshSession, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { EditUserForm, NewUserForm, withoutEmptyPassword } from './user-form.tsx'
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
    // Every form starts from freshly loaded values.
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

type UserSecondStepProps = { user: { id: string; fullName: string } }

/** Renders nothing for a user without a second step. */
function UserSecondStep({ user: { id, fullName } }: UserSecondStepProps) {
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  const { data } = useQuery(read('GET /api/users/:id/second-step', { params: { id } }))
  const step = data?.data
  if (step === undefined || step.since === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface-2 px-3 py-2 sm:col-span-full">
      <ShieldCheck size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48 text-body">
        Segundo paso{' '}
        <span className="text-muted">
          con {step.hasApp ? 'aplicación' : 'llave de acceso'}, desde el {formatDate(new Date(step.since))}
        </span>
      </p>
      <Button variant="danger-quiet" size="sm" onClick={() => setIsAsking(true)}>
        Quitarlo
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`¿Quitar el segundo paso de ${fullName}?`}
          texts={{
            confirm: 'Quitarlo',
            confirming: 'Quitando...',
            done: 'Segundo paso quitado',
            failed: 'Error al quitar el segundo paso',
          }}
          run={async () => {
            await call('DELETE /api/users/:id/second-step', { params: { id } })
            void client.invalidateQueries({ queryKey: ['GET /api/users/:id/second-step'] })
          }}
          onClose={() => setIsAsking(false)}
        >
          Sus sesiones y tokens de acceso terminan; ingresará solo con su contraseña.
        </ConfirmDialog>
      )}
    </div>
  )
}
