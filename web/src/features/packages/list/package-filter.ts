import { type FilterReaders, readChoice, readDayOrAge, readFlag, readId } from '../../../crud/list-filter.ts'

export const packageReaders: FilterReaders = {
  statusId: [(value) => (value === 'none' ? value : readId(value))],
  shippingMethod: (value) => readChoice(['maritimo', 'aereo'], value),
  invoiced: readFlag,
  missing: (value) => readChoice(['client', 'weight', 'tariff', 'invoice'], value),
  statusSince: readDayOrAge,
  statusFrom: readDayOrAge,
  from: readDayOrAge,
  to: readDayOrAge,
  clientId: readId,
  tariffId: readId,
  shipmentId: readId,
  sort: (value) => readChoice(['number', '-number', 'statusSince', '-statusSince'], value),
}
