import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { fullName } from '../client-search/client-name.ts'

type RemindDialogProps = {
  client: Parameters<typeof fullName>[0]
  /** Its subject. */
  says: ReactNode
  run: () => Promise<unknown>
  onClose: () => void
}

/** A client gets one of a kind a week at most. */
export function RemindDialog({ client, says, run, onClose }: RemindDialogProps) {
  return (
    <ConfirmDialog
      title={`¿Recordar a ${fullName(client)}?`}
      tone="primary"
      texts={{
        confirm: 'Recordar',
        confirming: 'Recordando...',
        done: 'El recordatorio saldrá por WhatsApp',
        failed: 'Error al recordar al cliente',
      }}
      run={run}
      onClose={onClose}
    >
      {says}. Hasta dentro de siete días no se le puede recordar de nuevo.
    </ConfirmDialog>
  )
}
