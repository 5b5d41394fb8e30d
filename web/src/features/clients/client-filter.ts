import { type FilterReaders, readChoice, readDayOrAge, readFlag } from '../../crud/list-filter.ts'

/** What an address asks of the list of clients, beside its search and its page. */
export const clientReaders: FilterReaders = {
  debt: readFlag,
  ready: readFlag,
  recent: readFlag,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['name', '-name'], value),
}
