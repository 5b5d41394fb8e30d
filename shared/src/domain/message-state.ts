/** As people see them; a row is stored as `sent` when it is `unconfirmed`: 24 hours passed without a receipt of WhatsApp's. */
export const messageStates = [
  'queued',
  'sending',
  'sent',
  'unconfirmed',
  'delivered',
  'read',
  'failed',
  'unknown',
  'cancelled',
  'expired',
] as const
export type MessageState = (typeof messageStates)[number]
export type StoredState = Exclude<MessageState, 'unconfirmed'>

/** The words for the states on screens and in files. */
export const messageWords: Record<MessageState, string> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  unconfirmed: 'Sin confirmar',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'Fallido',
  unknown: 'Desconocido',
  cancelled: 'Cancelado',
  expired: 'Vencido',
}

/** The states in which a person may send a message again: it is not known to have arrived, and the queue does not retry it. */
export const resendableStates: readonly MessageState[] = ['unconfirmed', 'failed', 'unknown', 'cancelled', 'expired']
