import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'

const problems: Partial<Record<NonNullable<ThreadEntry['state']>, string>> = {
  failed: 'No se envió',
  expired: 'No se envió: venció',
  unknown: 'No se sabe si llegó',
}

/** Offers to send again what did not leave. */
export function EntryFailure({ entry: { id, state, error } }: { entry: ThreadEntry }) {
  const [isAsking, setIsAsking] = useState(false)
  const run = () => call('POST /api/messages/:id/resend', { params: { id } })
  const resending = useMutation({
    mutationFn: run,
    onError: (failure) => toastFailure(failure, 'Error al reenviar el mensaje'),
  })
  const problem = state === null ? undefined : problems[state]
  if (problem === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 text-danger-text text-help">
      {error !== null && <span className="w-full text-right wrap-anywhere">{error}</span>}
      <span className="font-medium">{problem}</span>
      <span aria-hidden="true">·</span>
      <Button
        variant="danger-quiet"
        size="sm"
        className="px-1.5!"
        busy={resending.isPending}
        icon={<RotateCw size={13} aria-hidden="true" />}
        onClick={() => (state === 'unknown' ? setIsAsking(true) : resending.mutate())}
      >
        Reintentar
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="¿Reenviar aunque pueda llegar dos veces?"
          tone="primary"
          texts={{
            confirm: 'Reenviar',
            confirming: 'Reenviando...',
            done: 'Mensaje puesto en la cola',
            failed: 'Error al reenviar el mensaje',
          }}
          run={run}
          onClose={() => setIsAsking(false)}
        >
          No se sabe si este mensaje llegó. Si llegó, el cliente lo recibirá por duplicado.
        </ConfirmDialog>
      )}
    </div>
  )
}
