import { messageState } from '@casillero/shared/contract/message-state'
import { date, id } from '@casillero/shared/contract/schema'
import * as z from 'zod/mini'
import type { MessageFilter } from './message-list.tsx'

/** Reads the filter off the address; what the server would refuse counts as not chosen. */
export function readFilter(value: (key: string) => string | null): Omit<MessageFilter, 'packageId'> {
  const accepted = <T>(schema: z.ZodMiniType<T>, key: string) => z.safeParse(schema, value(key)).data
  return {
    clientId: accepted(id, 'clientId'),
    state: accepted(messageState, 'state'),
    from: accepted(date, 'from'),
    to: accepted(date, 'to'),
  }
}
