import { formatDate } from '@casillero/shared/domain/business-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'

type UserSecondStepProps = { user: { id: string; fullName: string } }

/** Nothing for a user without one. */
export function UserSecondStep({ user: { id, fullName } }: UserSecondStepProps) {
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
