import { type FilterReaders, readChoice, readDayOrAge, readFlag, readId } from '../../crud/list-filter.ts'

/** The filters of the list of invoices in an address, beside its search, its page and its tab. */
export const invoiceReaders: FilterReaders = {
  status: (value) => readChoice(['pending', 'paid', 'cancelled'], value),
  from: readDayOrAge,
  to: readDayOrAge,
  clientId: readId,
  currencyId: readId,
  debt: readFlag,
  createdBy: readId,
  sort: (value) => readChoice(['number', '-number'], value),
}
