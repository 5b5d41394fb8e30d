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

/** What a person may send again: nobody knows that it arrived, and by itself it never will. */
export const resendableStates: readonly MessageState[] = ['failed', 'unknown', 'cancelled', 'expired']
