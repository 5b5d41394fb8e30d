import type { Message } from '@casillero/shared/contract/messages'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'

type CancelDialogProps = { message: Message; onClose: () => void }

export function CancelDialog({ message, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title="¿Cancelar el mensaje?"
      texts={{
        confirm: 'Cancelar envío',
        dismiss: 'Volver',
        confirming: 'Cancelando...',
        done: 'Mensaje cancelado',
        failed: 'Error al cancelar el mensaje',
      }}
      run={() => call('POST /api/messages/:id/cancel', { params: { id: message.id } })}
      onClose={onClose}
    >
      «{message.templateTitle}» no se enviará a <b className="font-semibold">{message.clientName}</b>.
    </ConfirmDialog>
  )
}
