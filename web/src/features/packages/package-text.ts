import type { CourierPackage } from '@casillero/shared/contract/packages'
import { describeArrival } from '@casillero/shared/domain/arrival-days'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { statusHistory } from '@casillero/shared/domain/status-history'
import { fullName } from '../client-search/client-name.ts'

export const packageNumber = ({ companyPackageId }: CourierPackage): string => `#${companyPackageId}`

export const clientName = ({ client }: CourierPackage): string => (client === null ? 'Sin cliente' : fullName(client))

export const weightText = ({ weight }: CourierPackage): string => (weight === null ? 'Sin peso' : formatWeight(weight))

export const priceText = ({ totalPrice }: CourierPackage): string =>
  totalPrice === null ? '—' : formatMoney(totalPrice)

/** Null where nothing is said of it. */
export const promiseText = ({ promise }: CourierPackage): string | null =>
  promise && describeArrival(promise, businessDate(new Date()))

/** Prefers the number that a person would search for. */
export const trackingText = ({ tracking, warehouseTracking }: CourierPackage): string =>
  tracking ?? (warehouseTracking === null ? 'Sin tracking' : `Bodega ${warehouseTracking}`)

/** Ignores voided invoices. */
export const findInvoice = ({ invoiceItems }: CourierPackage): { id: string; companyInvoiceId: number } | undefined =>
  invoiceItems[0]?.invoice

export const historyCount = (courierPackage: CourierPackage): number =>
  statusHistory(courierPackage.statusHistory).length
