import { mostCharges } from '@casillero/shared/contract/package-charges'
import { isTyped, mayWait, type WaitingCharge } from '@casillero/shared/domain/charges'
import { may, permissionLabels } from '@casillero/shared/domain/permissions'
import type { Db } from '../../platform/database/database.ts'
import { holdActiveCharges } from '../charges/queries.ts'
import { listWaitingCharges } from '../charges/waiting-charges.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { exchangeCharges } from '../packages/package-charges.ts'
import { listLiveInvoiceItems } from '../packages/queries.ts'
import type { By, Planned, Written } from './kind.ts'
import { lockKnown } from './package-plan.ts'

/** A charge that a row puts on a package; amount and currency are those of a typed one. */
export type ChargePlan = { packageId: string; chargeId: string; amount: number | null; currencyId: string | null }

/** The refusal of a row that lowers a charge without the right to. */
export const lacksDiscounts = `tiene el permiso «${permissionLabels.discounts}»`

/** Says whether a row lowers the charge that waits on its package; in another currency it counts as lower. docs/product/permissions.md, "Discounts". */
export const isLowered = (
  own: WaitingCharge | undefined,
  { amount, currencyId }: Pick<ChargePlan, 'amount' | 'currencyId'>,
): boolean => own !== undefined && (currencyId !== (own.currency?.id ?? null) || (amount ?? 0) < (own.amount ?? 0))

/** Puts charges on packages, as they are by now. docs/product/imports.md, "Charges". */
export async function writeCharges(db: Db, rows: readonly Planned<ChargePlan>[], { actor }: By): Promise<Written[]> {
  const packageIds = [...new Set(rows.map(({ plan }) => plan.packageId))]
  const currencies = await holdCurrencies(db, [...new Set(rows.flatMap(({ plan }) => plan.currencyId ?? []))])
  const charges = new Map((await holdActiveCharges(db)).map((charge) => [charge.id, charge]))
  const packages = new Map((await lockKnown(db, packageIds)).map((one) => [one.id, one]))
  const invoices = new Map((await listLiveInvoiceItems(db, packageIds)).map((item) => [item.packageId, item]))
  const waiting = Map.groupBy(await listWaitingCharges(db, packageIds), ({ packageId }) => packageId)

  const findRefusal = (
    { packageId, chargeId, amount, currencyId }: ChargePlan,
    own: WaitingCharge | undefined,
  ): string | undefined => {
    const charge = charges.get(chargeId)
    const item = invoices.get(packageId)
    if (!packages.has(packageId)) return 'El paquete ya no existe'
    if (item) return `El paquete #${item.companyPackageId} ya está facturado en la factura #${item.companyInvoiceId}`
    if (!charge) return 'El cargo ya no existe'
    if (!mayWait(charge) || isTyped(charge) !== (amount !== null)) return 'El cargo se cobra ahora de otra manera'
    if (currencyId !== null && !currencies.some(({ id }) => id === currencyId)) return 'La moneda ya no existe'
    if (isLowered(own, { amount, currencyId }) && !may(actor, 'charges.lower')) return `No ${lacksDiscounts}`
    return own === undefined && (waiting.get(packageId)?.length ?? 0) >= mostCharges
      ? `Un paquete tiene como máximo ${mostCharges} cargos`
      : undefined
  }

  const written: Written[] = []
  const changes: { row: number; plan: ChargePlan; number: number; before: object | null }[] = []
  for (const { row, plan } of rows) {
    const own = waiting.get(plan.packageId)?.find(({ chargeId }) => chargeId === plan.chargeId)
    const before = own ? { amount: own.amount, currency_id: own.currency?.id ?? null } : null
    const refusal = findRefusal(plan, own)
    const number = packages.get(plan.packageId)?.companyPackageId
    if (refusal !== undefined || number === undefined) written.push({ row, refusal: refusal ?? '' })
    else if (before?.amount === plan.amount && before.currency_id === plan.currencyId) written.push({ row, same: true })
    else {
      changes.push({ row, plan, number, before })
      if (!own) waiting.set(plan.packageId, [...(waiting.get(plan.packageId) ?? []), { ...plan, currency: null }])
    }
  }
  const ids = await exchangeCharges(
    db,
    changes.filter(({ before }) => before !== null).map(({ plan }) => plan),
    changes.map(({ plan, number }) => ({
      package_id: plan.packageId,
      company_package_id: number,
      charge_id: plan.chargeId,
      amount: plan.amount,
      currency_id: plan.currencyId,
    })),
  )
  return [
    ...written,
    ...changes.map(({ row, before }, index) => ({ row, targetId: ids[index] ?? '', version: 1, before })),
  ]
}
