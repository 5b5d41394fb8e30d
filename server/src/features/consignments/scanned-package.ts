import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'

/** A code, and whether a scanner or a camera sent it. */
export type ScannedCode = { code: string; isScanned: boolean }

/** Where a package is that a code names: its consignment, and what stands in the way of another one. */
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

/**
 * Finds the package that a code names: its label, its tracking, also inside a carrier's barcode, the warehouse's, or our own number. Of several
 * with one tracking the one in this consignment that was not seen comes first, then those of this consignment, then what no hand-over
 * has, then the newest.
 */
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

/** Lists where packages are, by their ids; deleted ones are left out. */
export const listScanned = (db: Db, ids: string[]): Promise<Scanned[]> =>
  selectScanned(db).where('p.id', '=', matchAny(ids)).execute()

/** Locks a package, then reads where it is: what was committed while the lock was waited for is seen. */
export async function lockScanned(db: Db, id: string): Promise<Scanned | undefined> {
  await db.selectFrom('packages').select('id').where('id', '=', id).forUpdate().execute()
  return await selectScanned(db).where('p.id', '=', id).executeTakeFirst()
}
