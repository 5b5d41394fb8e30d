import { type FilterReaders, readChoice, readDayOrAge, readFlag } from '../../crud/list-filter.ts'

/** The filters of the list of clients in an address, beside its search and its page. */
export const clientReaders: FilterReaders = {
  debt: readFlag,
  ready: readFlag,
  recent: readFlag,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['name', '-name'], value),
}
