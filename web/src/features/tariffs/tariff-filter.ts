import { type FilterReaders, readChoice, readFlag } from '../../crud/list-filter.ts'

export const tariffReaders: FilterReaders = {
  type: (value) => readChoice(['maritimo', 'aereo'], value),
  isActive: readFlag,
}
