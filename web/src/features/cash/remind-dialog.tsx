import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { fullName } from '../client-search/client-name.ts'

type RemindDialogProps = {
  client: Parameters<typeof fullName>[0]
  /** The reminder's subject. */
  says: ReactNode
  run: () => Promise<unknown>
  onClose: () => void
}

/** Asks before each reminder, because a client gets at most one of a kind per week. */
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
