import { messageStates } from '@casillero/shared/domain/message-state'
import { readChoice, readDay, readId } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'
import type { MessageFilter } from './message-list.tsx'

export const readFilter = (value: ListState['value']): Omit<MessageFilter, 'packageId'> => ({
  clientId: readId(value('clientId')),
  state: readChoice(messageStates, value('state')),
  from: readDay(value('from')),
  to: readDay(value('to')),
})
