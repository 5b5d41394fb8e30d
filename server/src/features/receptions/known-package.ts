import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type Known = { id: string; isReceived: boolean }

/** docs/product/reception.md, "What a scan finds". */
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
