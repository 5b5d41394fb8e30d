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

/** The states in which a person may send a message again: it is not known to have arrived, and the queue does not retry it. */
export const resendableStates: readonly MessageState[] = ['failed', 'unknown', 'cancelled', 'expired']
