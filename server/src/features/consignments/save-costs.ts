import type { CostsDraft, Reconciliation } from '@casillero/shared/contract/reconciliations'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { carrierCost, costInDollars } from '@casillero/shared/domain/reconciliation'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { lockConsignment, requireReceivable } from './hold-consignment.ts'
import { getReconciliation } from './read-reconciliation.ts'

const readCurrencies = (db: Db, ids: string[]) =>
  db
    .selectFrom('currencies')
    .select(['id', 'code', 'symbol', 'rate_compra as rateCompra'])
    .where('id', '=', matchAny(ids))
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .execute()

const knownCosts = (db: Db, id: string) =>
  db
    .selectFrom('consignment_costs')
    .select(['id', 'currency_id as currencyId', 'currency_code as code', 'currency_symbol as symbol'])
    .select('rate_compra as rateCompra')
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()

type Cost = CostsDraft['costs'][number]

/** Throws an error of `field`. docs/product/shipments.md, "Reconciliation". */
export function amountByThePound(billedWeight: number, pricePerPound: number | string, field: string): number {
  const amount = carrierCost(billedWeight, pricePerPound)
  if (amount === 0) throw fieldError('cost_below_cent', field)
  if (amount > maxAmount) throw fieldError('amount_too_large', field)
  return amount
}

/** With a price per pound, the amount follows from the billed pounds. */
function computeAmount({ amount, pricePerPound }: Cost, billedWeight: number | null, field: string): number {
  if (pricePerPound === null || pricePerPound === undefined) return amount ?? 0
  if (billedWeight === null) throw fieldError('billed_weight_required', 'billedWeight')
  return amountByThePound(billedWeight, pricePerPound, field)
}

/** A cost that keeps its currency keeps the rate of its day. */
async function costValues(db: Db, id: string, { costs, billedWeight }: CostsDraft) {
  const [known, currencies] = [
    await knownCosts(db, id),
    await readCurrencies(
      db,
      costs.map(({ currencyId }) => currencyId),
    ),
  ]
  return costs.map((cost, index) => {
    const standing = known.find((one) => one.id === cost.id)
    const currency =
      standing?.currencyId === cost.currencyId ? standing : currencies.find((one) => one.id === cost.currencyId)
    if (cost.id !== null && !standing) throw fieldError('reference_not_found', `costs.${index}.id`)
    if (!currency) throw fieldError('reference_not_found', `costs.${index}.currencyId`)
    const amount = computeAmount(cost, billedWeight, `costs.${index}.pricePerPound`)
    return {
      ...(standing ? { id: standing.id } : {}),
      consignment_id: id,
      position: index + 1,
      concept: cost.concept,
      price_per_pound: cost.pricePerPound ?? null,
      amount,
      currency_id: cost.currencyId,
      currency_code: currency.code,
      currency_symbol: currency.symbol,
      rate_compra: currency.rateCompra,
      usd_amount: costInDollars(amount, currency.rateCompra),
    }
  })
}

/** docs/product/shipments.md, "Reconciliation". */
export async function saveCosts(db: Db, id: string, draft: CostsDraft): Promise<Reconciliation> {
  const consignment = await lockConsignment(db, id)
  requireVersion(draft, consignment)
  requireReceivable(consignment)
  const values = await costValues(db, id, draft)
  const kept = values.flatMap((value) => value.id ?? [])
  await db
    .updateTable('consignment_costs')
    .set({ removed_at: sql`app_now()` })
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .where((where) => where.not(where('id', '=', matchAny(kept))))
    .execute()
  for (const { id: costId, ...value } of values) {
    if (costId === undefined) await db.insertInto('consignment_costs').values(value).execute()
    else await db.updateTable('consignment_costs').set(value).where('id', '=', costId).execute()
  }
  await db.updateTable('consignments').set({ billed_weight: draft.billedWeight }).where('id', '=', id).execute()
  return await getReconciliation(db, id)
}
