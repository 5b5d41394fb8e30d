/** `unconfirmed`: stored as `sent`, 24 hours without a receipt of WhatsApp's. */
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

/** Not known to have arrived, and not retried by the queue. */
export const resendableStates: readonly MessageState[] = ['unconfirmed', 'failed', 'unknown', 'cancelled', 'expired']
