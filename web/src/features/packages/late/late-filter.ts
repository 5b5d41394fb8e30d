import { type FilterReaders, readChoice, readFlag } from '../../../crud/list-filter.ts'

export const lateReaders: FilterReaders = {
  shippingMethod: (value) => readChoice(['maritimo', 'aereo'], value),
  told: readFlag,
}
