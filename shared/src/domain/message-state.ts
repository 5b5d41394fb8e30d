export const messageStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'cancelled',
  'expired',
] as const
export type MessageState = (typeof messageStates)[number]

/** What the states are called on screens and in files. */
export const messageWords: Record<MessageState, string> = {
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

/** The states in which a person may send a message again: it is not known to have arrived, and the queue does not retry it. */
export const resendableStates: readonly MessageState[] = ['failed', 'unknown', 'cancelled', 'expired']
