import type { InvoiceDraft } from '@casillero/shared/contract/invoices'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/prepare.ts'
import { fieldError } from '../../../platform/errors.ts'
import type { LiveInvoiceItem } from '../../packages/queries.ts'
import { lockedPackages } from '../../packages/save/locked-packages.ts'
import { readyDays } from '../../statuses/ready-status.ts'

const billablePackages = prepare((db, { ids }: { ids: string[] }) =>
  lockedPackages(db, ids).select([
    'p.shipping_method as shippingMethod',
    'p.tariff_id as tariffId',
    'p.declared_value as declaredValue',
    'p.price_per_pound as pricePerPound',
    sql<PriceRules | null>`p.price_rules`.as('priceRules'),
    'p.length',
    'p.width',
    'p.height',
    'p.charged_quantity as chargedQuantity',
    'p.total_price as totalPrice',
    'p.final_price_per_pound as finalPricePerPound',
    'p.discount_type as discountType',
    'p.discount_value as discountValue',
    readyDays.as('readyDays'),
    sql<boolean>`exists (select from unbilled_packages u where u.package_id = p.id)`.as('isUnbilled'),
  ]),
)

export const lockBillablePackages = (db: Db, ids: string[]) => billablePackages(db, { ids })

export type BillablePackage = Awaited<ReturnType<typeof lockBillablePackages>>[number]

type Line = { package: BillablePackage; item: InvoiceDraft['items'][number] }

/** Compares at the screen's decimals. Rules charge a quantity; callers that know of none send the weight. */
function isAsSeen({ package: courierPackage, item }: Line): boolean {
  const { weight, chargedQuantity } = courierPackage
  const isWeightSame =
    item.quantity == null || [chargedQuantity ?? weight, weight].includes(Number(item.quantity.toFixed(2)))
  const isPriceSame = item.unitPrice == null || Number(item.unitPrice.toFixed(6)) === courierPackage.finalPricePerPound
  return isWeightSame && isPriceSame
}

function nameMissing({ weight, pricePerPound }: BillablePackage): string {
  if (weight === null) return 'pesar el'
  return pricePerPound === null ? 'la tarifa del' : 'medir el'
}

/** The error names the line of the first one refused. docs/product/invoices.md, "What can be invoiced". */
export function checkBillable(lines: Line[], liveItems: LiveInvoiceItem[], clientId: string): void {
  const seen = new Set<string>()
  const invoices = new Map(liveItems.map((item) => [item.packageId, item.companyInvoiceId]))
  for (const [index, line] of lines.entries()) {
    const { package: courierPackage } = line
    const number = courierPackage.companyPackageId
    const field = `items.${index}.packageId`
    const invoice = invoices.get(courierPackage.id)
    if (seen.has(courierPackage.id)) throw fieldError('package_repeated', field, { number })
    if (invoice !== undefined) throw fieldError('package_invoiced', field, { number, invoice })
    if (courierPackage.clientId !== clientId) throw fieldError('package_of_other_client', field, { number })
    if (!(courierPackage.isReady || courierPackage.isUnbilled)) throw fieldError('package_not_ready', field, { number })
    if (courierPackage.totalPrice === null)
      throw fieldError('package_not_priced', field, { number, missing: nameMissing(courierPackage) })
    if (!isAsSeen(line)) throw fieldError('package_changed_in_invoice', field, { number })
    seen.add(courierPackage.id)
  }
}
