import { messageState } from '@casillero/shared/contract/message-state'
import { date, id } from '@casillero/shared/contract/schema'
import { accepted } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'
import type { MessageFilter } from './message-list.tsx'

export const readFilter = (value: ListState['value']): Omit<MessageFilter, 'packageId'> => ({
  clientId: accepted(id, value('clientId')),
  state: accepted(messageState, value('state')),
  from: accepted(date, value('from')),
  to: accepted(date, value('to')),
})
