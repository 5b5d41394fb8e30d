import type { Message } from '@casillero/shared/contract/messages'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'

type ResendDialogProps = { message: Message; onClose: () => void }

/** A message in an unknown state may have arrived, so a person decides. */
export function ResendDialog({ message, onClose }: ResendDialogProps) {
  const name = <b className="font-semibold">{message.clientName}</b>
  return (
    <ConfirmDialog
      title={message.state === 'unknown' ? '¿Reenviar aunque pueda llegar dos veces?' : '¿Reenviar el mensaje?'}
      tone="primary"
      texts={{
        confirm: 'Reenviar',
        confirming: 'Reenviando...',
        done: 'Mensaje puesto en la cola',
        failed: 'Error al reenviar el mensaje',
      }}
      run={() => call('POST /api/messages/:id/resend', { params: { id: message.id } })}
      onClose={onClose}
    >
      {message.state === 'unknown' ? (
        <>No se sabe si este mensaje llegó a {name}. Si llegó, lo recibirá por duplicado.</>
      ) : (
        <>
          «{message.templateTitle}» vuelve a la cola para {name}.
        </>
      )}
    </ConfirmDialog>
  )
}
