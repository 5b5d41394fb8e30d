import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'

/** `isScanned`: read by a scanner or a camera. */
export type ScannedCode = { code: string; isScanned: boolean }

/** The package, and what keeps it out of another consignment. */
export type Scanned = {
  id: string
  companyPackageId: number
  shippingMethod: 'maritimo' | 'aereo'
  consignmentId: string | null
  companyShipmentId: number | null
  isShipmentClosed: boolean
  isSeen: boolean
  companyHandoverId: number | null
}

const selectScanned = (db: Db) =>
  db
    .selectFrom('packages as p')
    .leftJoin('consignment_packages as l', (join) =>
      join.onRef('l.package_id', '=', 'p.id').on('l.removed_at', 'is', null),
    )
    .leftJoin('consignments as g', 'g.id', 'l.consignment_id')
    .leftJoin('handover_packages as h', (join) => join.onRef('h.package_id', '=', 'p.id').on('h.undone_at', 'is', null))
    .leftJoin('handovers as v', 'v.id', 'h.handover_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.shipping_method as shippingMethod',
      'g.id as consignmentId',
      'g.company_consignment_id as companyShipmentId',
      'v.company_handover_id as companyHandoverId',
      sql<boolean>`l.seen_at is not null`.as('isSeen'),
      sql<boolean>`coalesce(g.state = 'closed', false)`.as('isShipmentClosed'),
    ])
    .where('p.deleted_at', 'is', null)

/** Several packages may have one tracking. The order: unseen ones of this consignment, others of it, those not handed over, the newest. */
export function findScanned(
  db: Db,
  { code, isScanned }: ScannedCode,
  consignmentId: string,
): Promise<Scanned | undefined> {
  const { tracking } = readTracking(code)
  return selectScanned(db)
    .where((where) =>
      where.or([
        where('p.tracking', '=', tracking),
        where('p.warehouse_tracking', '=', tracking),
        where('p.company_package_id', '=', readPackageNumber(code, { isScanned })),
        where('p.label_code', '=', readLabelCode(code)),
      ]),
    )
    .orderBy(sql`coalesce(l.consignment_id = ${consignmentId}, false) and l.seen_at is null`, 'desc')
    .orderBy(sql`coalesce(l.consignment_id = ${consignmentId}, false)`, 'desc')
    .orderBy(sql`h.package_id is null`, 'desc')
    .orderBy('p.company_package_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

/** Deleted ones are left out. */
export const listScanned = (db: Db, ids: string[]): Promise<Scanned[]> =>
  selectScanned(db).where('p.id', '=', matchAny(ids)).execute()

/** Sees what was committed while it waited for the lock. */
export async function lockScanned(db: Db, id: string): Promise<Scanned | undefined> {
  await db.selectFrom('packages').select('id').where('id', '=', id).forUpdate().execute()
  return await selectScanned(db).where('p.id', '=', id).executeTakeFirst()
}
