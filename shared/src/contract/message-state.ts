import * as z from 'zod/mini'

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
export const messageState = z.enum(messageStates, { error: 'Elija un estado' })
export type MessageState = z.infer<typeof messageState>

/** The states in which a person may send a message again: it is not known to have arrived, and the queue does not retry it. */
export const resendableStates: readonly MessageState[] = ['failed', 'unknown', 'cancelled', 'expired']
