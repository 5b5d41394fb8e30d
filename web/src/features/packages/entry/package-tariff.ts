import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { automaticTariff, isChosenByHand, isTariffOffered } from '@casillero/shared/domain/package-choice'
import { type PriceRules, tidyRules } from '@casillero/shared/domain/tariff-rules'
import type { Option } from '../../../ui/forms/text-fields.tsx'

export type PackageClient = NonNullable<CourierPackage['client']>

type Chosen = { shippingMethod: ShippingKind; client: PackageClient | null; today: string }

/** Restores the package's own tariff when method and client are its own again. docs/product/packages.md, "Receiving". */
export function tariffAfterChange(
  courierPackage: CourierPackage | undefined,
  tariffs: readonly Tariff[],
  chosen: Chosen,
): string {
  const own = courierPackage?.shippingMethod === chosen.shippingMethod ? courierPackage : undefined
  const isKept =
    own !== undefined &&
    (own.clientId === (chosen.client?.id ?? null) ||
      // Chosen by hand, it goes with the package to another client.
      isChosenByHand(tariffs, own.tariffId, { ...chosen, client: own.client }))
  return (isKept ? own.tariffId : automaticTariff(tariffs, chosen)?.id) ?? ''
}

/** Returns the tariff that a client's packages get. */
export const tariffOfOwner =
  (courierPackage: CourierPackage | undefined, tariffs: readonly Tariff[], shippingMethod: ShippingKind) =>
  (client: PackageClient): string =>
    tariffAfterChange(courierPackage, tariffs, { shippingMethod, client, today: businessDate(new Date()) })

type Price = { pricePerPound: number | null; rules: PriceRules | null }

/** The package's own tariff keeps the price of the day it was assigned. */
export function findPrice(
  courierPackage: CourierPackage | undefined,
  tariffs: readonly Tariff[],
  tariffId: string | null | undefined,
): Price {
  if (courierPackage && tariffId && tariffId === courierPackage.tariffId)
    return { pricePerPound: courierPackage.pricePerPound, rules: courierPackage.priceRules }
  const tariff = tariffId ? tariffs.find(({ id }) => id === tariffId) : undefined
  return { pricePerPound: tariff?.pricePerPound ?? null, rules: tariff === undefined ? null : tidyRules(tariff) }
}

/** Returns tariffs that are assignable today, and the package's own. */
export function tariffOptions(
  courierPackage: CourierPackage | undefined,
  tariffs: readonly Tariff[],
  { shippingMethod, today }: Omit<Chosen, 'client'>,
): Option[] {
  const offered = tariffs.filter((tariff) => tariff.type === shippingMethod && isTariffOffered(tariff, today))
  const own = courierPackage?.tariff?.type === shippingMethod ? courierPackage.tariff : null
  const isMissing = own !== null && !offered.some(({ id }) => id === own.id)
  return [
    { value: '', label: 'Sin tarifa' },
    ...[...(isMissing ? [own] : []), ...offered].map(({ id, name }) => {
      const { pricePerPound, rules } = findPrice(courierPackage, tariffs, id)
      return { value: id, label: `${name} · ${formatTariffPrice(pricePerPound ?? 0, rules?.unit ?? 'pound')}` }
    }),
  ]
}
