import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isReady } from '../../statuses/ready-status.ts'

/** Locks in id order: invoices or hand-overs that share packages wait instead of deadlocking. */
export const lockedPackages = (db: Db, ids: string[]) =>
  db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.client_id as clientId',
      'p.tracking',
      'p.warehouse_tracking as warehouseTracking',
      'p.description',
      'p.weight',
    ])
    .select(isReady.as('isReady'))
    .where('p.id', '=', matchAny(ids))
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .forUpdate('p')
