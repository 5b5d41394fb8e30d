/** `unconfirmed`: stored as `sent`, but without a receipt from WhatsApp for 24 hours. */
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

/** States without a known arrival, which the queue does not retry. */
export const resendableStates: readonly MessageState[] = ['unconfirmed', 'failed', 'unknown', 'cancelled', 'expired']
