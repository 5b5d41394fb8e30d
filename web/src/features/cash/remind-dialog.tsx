import type { Debtor } from '@casillero/shared/contract/debts'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { fullName } from '../client-search/client-name.ts'

type RemindDialogProps = { debtor: Debtor; onClose: () => void }

/** A user decides on each reminder, because a client gets one a week at most. */
export function RemindDialog({ debtor, onClose }: RemindDialogProps) {
  return (
    <ConfirmDialog
      title={`¿Recordar a ${fullName(debtor)}?`}
      tone="primary"
      texts={{
        confirm: 'Recordar',
        confirming: 'Recordando...',
        done: 'El recordatorio saldrá por WhatsApp',
        failed: 'Error al recordar al cliente',
      }}
      run={() => call('POST /api/clients/:id/reminders', { params: { id: debtor.id } })}
      onClose={onClose}
    >
      Recibirá por WhatsApp lo que debe:{' '}
      <b className="font-semibold">
        {debtor.debts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
      </b>
      . Hasta dentro de siete días no se le puede recordar de nuevo.
    </ConfirmDialog>
  )
}
