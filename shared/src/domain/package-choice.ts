import { isWithin } from './business-date.ts'

/** A status as the automatic choices see it; a company renames its statuses, and a role keeps their meaning. */
export type ChoosableStatus = { name: string; orderPosition: number; role: string | null }

/** A tariff as the automatic choices see it; dates are `YYYY-MM-DD`, or null for no expiry. */
export type ChoosableTariff = {
  id: string
  type: string
  isDefault: boolean
  isActive: boolean
  startDate: string | null
  endDate: string | null
}

/**
 * The input of the choice of a tariff: a package's method, its client if there is one, and the business date (`YYYY-MM-DD`).
 */
export type TariffOccasion = {
  shippingMethod: 'maritimo' | 'aereo'
  client: { defaultTariffMaritimoId: string | null; defaultTariffAereoId: string | null } | null
  today: string
}

function firstByOrder<S extends ChoosableStatus>(statuses: readonly S[], fits: (status: S) => boolean): S | undefined {
  return statuses.filter(fits).toSorted((one, other) => one.orderPosition - other.orderPosition)[0]
}

/**
 * The status that a new package starts in: the one with the role `warehouse_us`, else the first by order whose name contains both
 * "bodega" and "us" in any case. Undefined when there is none.
 * docs/product/catalogues.md, "Statuses".
 */
export function initialStatus<S extends ChoosableStatus>(statuses: readonly S[]): S | undefined {
  return (
    firstByOrder(statuses, ({ role }) => role === 'warehouse_us') ??
    firstByOrder(statuses, ({ name }) => /bodega/i.test(name) && /us/i.test(name))
  )
}

/**
 * The status whose packages can be invoiced: the one with the role `ready`, else the one named `Listo para retirar`.
 * Undefined when there is none.
 * docs/product/catalogues.md, "Statuses".
 */
export function readyStatus<S extends ChoosableStatus>(statuses: readonly S[]): S | undefined {
  return (
    firstByOrder(statuses, ({ role }) => role === 'ready') ??
    firstByOrder(statuses, ({ name }) => name.trim().toLowerCase() === 'listo para retirar')
  )
}

/**
 * The statuses that a shipment moves its packages to: not the one in which they start, and none that is final, because packages
 * leave by a hand-over.
 * docs/product/shipments.md, "Sending".
 */
export function shipmentStatuses<S extends ChoosableStatus & { isFinalStatus: boolean }>(statuses: readonly S[]): S[] {
  const initial = initialStatus(statuses)
  return statuses.filter((status) => !status.isFinalStatus && status !== initial)
}

/**
 * Says whether a tariff may be given to a package on that date: active and within its validity.
 * docs/product/catalogues.md, "Tariffs".
 */
export function isTariffOffered(tariff: ChoosableTariff, today: string): boolean {
  return tariff.isActive && isWithin(today, tariff)
}

/**
 * The tariff chosen for a package when its method or client changes: the client's own for that method, else the company's default
 * of that type; one that is inactive or outside its dates is passed over. Undefined when none is left.
 * docs/product/packages.md, "Receiving".
 */
export function automaticTariff<T extends ChoosableTariff>(
  tariffs: readonly T[],
  occasion: TariffOccasion,
): T | undefined {
  const { shippingMethod, client, today } = occasion
  const preferred = shippingMethod === 'maritimo' ? client?.defaultTariffMaritimoId : client?.defaultTariffAereoId
  const offered = tariffs.filter((tariff) => tariff.type === shippingMethod && isTariffOffered(tariff, today))
  return offered.find(({ id }) => id === preferred) ?? offered.find(({ isDefault }) => isDefault)
}
