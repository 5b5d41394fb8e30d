import { messageState } from '@casillero/shared/contract/message-state'
import { date, id } from '@casillero/shared/contract/schema'
import { parseChoice } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'
import type { MessageFilter } from './message-list.tsx'

export const readFilter = (value: ListState['value']): Omit<MessageFilter, 'packageId'> => ({
  clientId: parseChoice(id, value('clientId')),
  state: parseChoice(messageState, value('state')),
  from: parseChoice(date, value('from')),
  to: parseChoice(date, value('to')),
})
