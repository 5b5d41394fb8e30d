import type { MessageState } from '@casillero/shared/domain/message-state'

/** What the states of a message are called. */
export const messageLabels: Record<MessageState, string> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'Fallido',
  unknown: 'Desconocido',
  cancelled: 'Cancelado',
  expired: 'Vencido',
}
