import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** A living package; one without a weight was announced and has not come yet. */
export type Known = { id: string; isReceived: boolean }

/**
 * Finds the living package that a scanned code names by a tracking, also inside a carrier's barcode, or by its label. Of several one that
 * was received comes first, then the newest.
 * docs/product/reception.md, "What a scan finds".
 */
export function findKnownPackage(db: Db, code: string): Promise<Known | undefined> {
  const { tracking } = readTracking(code)
  const isReceived = sql<boolean>`weight is not null`
  return db
    .selectFrom('packages')
    .select(['id', isReceived.as('isReceived')])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('tracking', '=', tracking),
        where('warehouse_tracking', '=', tracking),
        where('label_code', '=', readLabelCode(code)),
      ]),
    )
    .orderBy(isReceived, 'desc')
    .orderBy('company_package_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
}
