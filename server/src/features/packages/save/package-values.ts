import { randomBytes } from 'node:crypto'
import type { PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { computePackageDiscount, type TakenOff } from '@casillero/shared/domain/discount-limit'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { searchText } from '@casillero/shared/domain/search-text'
import { toMeasures } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { clientSearchText } from '../../clients/queries.ts'
import { type KeptPrice, noPrice } from '../../tariffs/queries.ts'
import type { KeptPackage } from './kept-package.ts'

/** Keeps the typed text if it differs from the number. */
function readTyped(typed: string | null): { number: string | null; typed: string | null } {
  if (typed === null) return { number: null, typed: null }
  const { tracking } = readTracking(typed)
  return { number: tracking, typed: tracking === typed ? null : typed }
}

/** Compared with the price that the draft gets. */
export const computeDraftDiscount = (draft: PackageDraft, { pricePerPound, rules }: KeptPrice): TakenOff =>
  computePackageDiscount({ ...draft, pricePerPound, rules, measures: toMeasures(draft) })

type Discounted = Parameters<typeof toMeasures>[0] &
  Pick<PackageDraft, 'weight' | 'discountType' | 'discountValue'> & {
    pricePerPound: number | null
    priceRules: KeptPrice['rules']
  }

/** Compared with the price that the package keeps. */
export const computeKeptDiscount = (kept: Discounted): TakenOff =>
  computePackageDiscount({ ...kept, rules: kept.priceRules, measures: toMeasures(kept) })

/** Returns the stored part of the tariff, and what follows from it, weight and measures. */
function priceValues(draft: PackageDraft, { pricePerPound, rules }: KeptPrice) {
  const price = packagePrice({ ...draft, pricePerPound, rules, measures: toMeasures(draft) })
  return {
    price_per_pound: pricePerPound,
    // The object itself, because a load sends its rows as one JSON.
    price_rules: rules,
    charged_quantity: rules && price.quantity,
    charged_price: rules && price.unitPrice,
    final_price_per_pound: price.finalPricePerPound,
    total_price: price.totalPrice,
  }
}

/** `price` is the one that the package keeps, never one from the browser. docs/product/pricing-and-money.md, "Price of a package". */
export function packageValues(draft: PackageDraft, companyPackageId: number, price: KeptPrice) {
  const discountType = draft.discountType
  const discountValue = discountType === 'none' ? 0 : draft.discountValue
  const tracking = readTyped(draft.tracking)
  const warehouse = readTyped(draft.warehouseTracking)
  return {
    client_id: draft.clientId,
    tariff_id: draft.tariffId,
    status_id: draft.statusId,
    shipping_method: draft.shippingMethod,
    tracking: tracking.number,
    typed_tracking: tracking.typed,
    warehouse_tracking: warehouse.number,
    typed_warehouse_tracking: warehouse.typed,
    weight: draft.weight,
    length: draft.length ?? null,
    width: draft.width ?? null,
    height: draft.height ?? null,
    declared_value: draft.declaredValue ?? null,
    description: draft.description,
    contents: draft.contents,
    provider: draft.provider,
    client_package_name: draft.clientPackageName,
    comments: draft.comments,
    discount_type: discountType,
    discount_value: discountValue,
    should_notify_storage: draft.shouldNotifyStorage,
    ...priceValues({ ...draft, discountType, discountValue }, price),
    search_text: searchText(
      String(companyPackageId),
      tracking.number,
      warehouse.number,
      tracking.typed,
      warehouse.typed,
      draft.description,
    ),
  }
}

/** Without a client uses the label's text. docs/product/lists-and-forms.md, "Search". */
export const ownerSearchText = (client: Parameters<typeof clientSearchText>[0] | null, label: string | null): string =>
  client ? clientSearchText(client) : searchText(label)

type Owner = Parameters<typeof clientSearchText>[0] & { id: string }

/** Rows locked during the write; undefined and null mean none. */
type Held = { client: Owner | null | undefined; tariff: KeptPrice | null | undefined }

type Arrived = { number: number; labelCode?: string | null | undefined; weightSource?: WeightSource | null | undefined }

export const newPackageValues = (draft: PackageDraft, { client, tariff }: Held, arrived: Arrived) => ({
  company_package_id: arrived.number,
  label_code: arrived.labelCode ?? makeLabelCode(randomBytes(5)),
  ...packageValues({ ...draft, clientId: client?.id ?? null }, arrived.number, tariff ?? noPrice),
  weight_source: draft.weight === null ? null : (arrived.weightSource ?? null),
  client_search_text: ownerSearchText(client ?? null, draft.clientPackageName),
})

/** The price stays with tariff and method, even if the tariff has changed. */
export const keepsPrice = (draft: Pick<PackageDraft, 'tariffId' | 'shippingMethod'>, current: KeptPackage): boolean =>
  draft.tariffId === current.tariffId && draft.shippingMethod === current.shippingMethod

/** Returns the package's price, or that of its new tariff. */
export const choosePrice = (draft: PackageDraft, current: KeptPackage, tariff: Held['tariff']): KeptPrice =>
  keepsPrice(draft, current) ? { pricePerPound: current.pricePerPound, rules: current.priceRules } : (tariff ?? noPrice)

/**
 * Returns the columns that a change writes, the same for every package. `tariff` counts only if the price is not kept, `client` only if it
 * is another one. `source` is that of a changed weight.
 */
export function changedPackageValues(
  draft: PackageDraft,
  current: KeptPackage,
  { client, tariff }: Held,
  source: WeightSource | null,
) {
  const isOwnText = draft.clientId === current.clientId && draft.clientId !== null
  return {
    ...packageValues(draft, current.companyPackageId, choosePrice(draft, current, tariff)),
    weight_source: draft.weight === current.weight ? current.weightSource : draft.weight === null ? null : source,
    // A package that keeps its client keeps its search text, which may have the client's new name.
    client_search_text: isOwnText ? current.clientSearchText : ownerSearchText(client ?? null, draft.clientPackageName),
  }
}
