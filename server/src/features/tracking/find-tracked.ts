import type { ArrivalWindow } from '@casillero/shared/domain/arrival-days'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { promiseOfPackage } from '../statuses/promised-days.ts'

/** `day` is a business day, `YYYY-MM-DD`. */
export type Step = { name: string; day: string }

/** Holds nothing of the client, the weight or the price. */
export type Tracked = {
  number: string
  shippingMethod: 'maritimo' | 'aereo'
  /** Steps up to the present one; never empty. */
  steps: Step[]
  promise: ArrivalWindow | null
  isDelivered: boolean
  /** The last step's name, null if it is reached. */
  lastName: string | null
}

const day = (column: string) => sql<string>`(${sql.ref(column)} at time zone 'America/Managua')::date::text`

const findPackage = (db: Db, number: string) => {
  const { tracking } = readTracking(number)
  return db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select(['p.id', 'p.tracking', 'p.warehouse_tracking as warehouseTracking', 'p.shipping_method as shippingMethod'])
    .select(['s.name as statusName', 's.is_final_status as isFinal', promiseOfPackage.as('promise')])
    .select([day('p.created_at').as('receivedDay'), day('p.status_since').as('statusDay')])
    .where('p.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('p.tracking', '=', tracking),
        where('p.warehouse_tracking', '=', tracking),
        where('p.label_code', '=', readLabelCode(number)),
      ]),
    )
    .orderBy('p.company_package_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

/** Consecutive entries of one status are one step. */
async function listSteps(db: Db, packageId: string): Promise<Step[]> {
  const entries = await db
    .selectFrom('package_status_changes')
    .select([sql<string>`to_name`.as('name'), day('created_at').as('day')])
    .where('package_id', '=', packageId)
    .where('to_name', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(100))
    .execute()
  return entries.filter(({ name }, index) => name !== entries[index - 1]?.name)
}

/** docs/product/tracking.md, "What is shown". */
export async function findTracked(db: Db, number: string): Promise<Tracked | undefined> {
  const found = await findPackage(db, number)
  if (!found) return undefined
  const steps = await listSteps(db, found.id)
  const now = { name: found.statusName ?? 'Recibido', day: found.statusName ? found.statusDay : found.receivedDay }
  // The history has the former name of a renamed status.
  const way = steps.length === 0 ? [now] : [...steps.slice(0, -1), { ...now, day: steps.at(-1)?.day ?? now.day }]
  const last = await db
    .selectFrom('statuses')
    .select('name')
    .where('is_final_status', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isDelivered = found.isFinal === true
  return {
    number: found.tracking ?? found.warehouseTracking ?? number,
    shippingMethod: found.shippingMethod,
    steps: way,
    promise: found.promise,
    isDelivered,
    lastName: isDelivered ? null : (last?.name ?? null),
  }
}
