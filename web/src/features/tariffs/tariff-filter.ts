import { type FilterReaders, readChoice, readFlag } from '../../crud/list-filter.ts'

/** The filters of the list of tariffs in an address, beside its search and its page. */
export const tariffReaders: FilterReaders = {
  type: (value) => readChoice(['maritimo', 'aereo'], value),
  isActive: readFlag,
}
