import type { ChargeCurrency, WaitingCharge } from '@casillero/shared/domain/charges'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { readyDays } from '../statuses/ready-status.ts'

export const selectWaiting = (db: Db) =>
  db
    .selectFrom('package_charges as w')
    .innerJoin('charges as c', 'c.id', 'w.charge_id')
    .leftJoin('currencies as k', 'k.id', 'w.currency_id')
    .select(['w.package_id as packageId', 'w.charge_id as chargeId', 'w.amount'])
    .select(
      sql<ChargeCurrency | null>`case when k.id is not null then json_build_object('id', k.id, 'code', k.code,
        'symbol', k.symbol, 'rateCompra', k.rate_compra, 'rateVenta', k.rate_venta) end`.as('currency'),
    )
    .where('w.deleted_at', 'is', null)
    .where('c.is_active', '=', true)
    .orderBy('w.id')

const waitingRows = prepare((db, { ids }: { ids: string[] }) =>
  selectWaiting(db).where('w.package_id', '=', matchAny(ids)),
)

/** Called after the packages are locked, so that a change of them is seen. */
export const listWaitingCharges = (db: Db, packageIds: string[]): Promise<WaitingCharge[]> =>
  waitingRows(db, { ids: packageIds })

/** Includes the facts from which their charges are computed. */
export const selectToCharge = (db: Db) =>
  db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select([
      'p.id',
      'p.shipping_method as shippingMethod',
      'p.tariff_id as tariffId',
      'p.declared_value as declaredValue',
      'p.weight',
      'p.charged_quantity as chargedQuantity',
      'p.total_price as totalPrice',
      sql<PriceRules | null>`p.price_rules`.as('priceRules'),
      readyDays.as('readyDays'),
    ])
