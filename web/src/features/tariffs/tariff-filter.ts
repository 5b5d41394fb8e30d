import { type FilterReaders, readChoice, readFlag } from '../../crud/list-filter.ts'

/** What an address asks of the list of tariffs, beside its search and its page. */
export const tariffReaders: FilterReaders = {
  type: (value) => readChoice(['maritimo', 'aereo'], value),
  isActive: readFlag,
}
