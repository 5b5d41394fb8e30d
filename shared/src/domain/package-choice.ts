import { isWithin } from './business-date.ts'

export type ChoosableStatus = { name: string; orderPosition: number; role: string | null }

/** Dates are `YYYY-MM-DD`; null for no expiry. */
export type ChoosableTariff = {
  id: string
  type: string
  isDefault: boolean
  isActive: boolean
  startDate: string | null
  endDate: string | null
}

/** The date is `YYYY-MM-DD`. */
export type TariffOccasion = {
  shippingMethod: 'maritimo' | 'aereo'
  client: { defaultTariffMaritimoId: string | null; defaultTariffAereoId: string | null } | null
  today: string
}

function firstByOrder<S extends ChoosableStatus>(statuses: readonly S[], fits: (status: S) => boolean): S | undefined {
  return statuses.filter(fits).toSorted((one, other) => one.orderPosition - other.orderPosition)[0]
}

/**
 * The status with the role `warehouse_us`, else the first whose name contains "bodega" and "us". docs/product/catalogues.md, "Statuses".
 */
export function initialStatus<S extends ChoosableStatus>(statuses: readonly S[]): S | undefined {
  return (
    firstByOrder(statuses, ({ role }) => role === 'warehouse_us') ??
    firstByOrder(statuses, ({ name }) => /bodega/i.test(name) && /us/i.test(name))
  )
}

/** The status with the role `ready`, else `Listo para retirar`. docs/product/catalogues.md, "Statuses". */
export function readyStatus<S extends ChoosableStatus>(statuses: readonly S[]): S | undefined {
  return (
    firstByOrder(statuses, ({ role }) => role === 'ready') ??
    firstByOrder(statuses, ({ name }) => name.trim().toLowerCase() === 'listo para retirar')
  )
}

/** Excludes the initial status and final ones. docs/product/shipments.md, "Sending". */
export function shipmentStatuses<S extends ChoosableStatus & { isFinalStatus: boolean }>(statuses: readonly S[]): S[] {
  const initial = initialStatus(statuses)
  return statuses.filter((status) => !status.isFinalStatus && status !== initial)
}

export function isTariffOffered(tariff: ChoosableTariff, today: string): boolean {
  return tariff.isActive && isWithin(today, tariff)
}

/**
 * Returns the client's tariff for the method, else the company's default. Skips inactive and expired ones.
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

/** Says whether the tariff can be assigned and is not the one that follows. docs/product/packages.md, "Receiving". */
export const isChosenByHand = (
  tariffs: readonly ChoosableTariff[],
  tariffId: string | null,
  occasion: TariffOccasion,
): boolean =>
  tariffId !== automaticTariff(tariffs, occasion)?.id &&
  tariffs.some((tariff) => tariff.id === tariffId && isTariffOffered(tariff, occasion.today))
