import { type FilterReaders, readChoice, readDayOrAge, readFlag } from '../../crud/list-filter.ts'

export const clientReaders: FilterReaders = {
  debt: readFlag,
  ready: readFlag,
  recent: readFlag,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['name', '-name'], value),
}
