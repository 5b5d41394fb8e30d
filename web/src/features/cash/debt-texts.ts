import type { Debtor } from '@casillero/shared/contract/debts'
import { formatDate } from '@casillero/shared/domain/business-date'
import { stateLabel } from '../messages/message-state.tsx'

const waits = (state: string): boolean => state === 'queued' || state === 'sending'

export function reminderText({ reminder }: Pick<Debtor, 'reminder'>): string | undefined {
  if (reminder === null) return undefined
  if (waits(reminder.state)) return 'Recordatorio en cola'
  if (reminder.nextOn === null) return `Recordatorio: ${stateLabel(reminder.state)}`
  return `Recordado el ${formatDate(new Date(reminder.at))}`
}

export function whyNotRemind({
  messagesAllowed,
  reminder,
}: Pick<Debtor, 'messagesAllowed' | 'reminder'>): string | undefined {
  if (!messagesAllowed) return 'No recibe mensajes'
  if (reminder === null || reminder.isDue || reminder.nextOn === null) return undefined
  return waits(reminder.state)
    ? 'El recordatorio espera en la cola'
    : `Otra vez, desde el ${formatDate(reminder.nextOn)}`
}
