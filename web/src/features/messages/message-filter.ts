import { messageStates } from '@casillero/shared/domain/message-state'
import { type FilterReaders, readChoice, readDayOrAge, readId } from '../../crud/list-filter.ts'

/** The filters of the list of messages in an address, beside its page. */
export const messageReaders: FilterReaders = {
  state: (value) => readChoice(messageStates, value),
  clientId: readId,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['createdAt', '-createdAt'], value),
}
