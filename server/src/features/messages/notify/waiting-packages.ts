import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

export const storageOfPackage = sql`(
  select json_build_object('price', g.price, 'from', (p.status_since at time zone 'America/Managua')::date + g.free_days + 1,
    'rule', json_build_object('freeDays', g.free_days, 'isPerPound', g.is_per_pound, 'maximum', g.maximum, 'noticeDays', g.notice_days))
  from charges g where g.charge_kind = 'storage' and g.is_active and g.deleted_at is null)`

/** docs/product/packages.md, "Por retirar". */
export const listWaiting = (db: Db, clientId: string) =>
  db
    .selectFrom('packages as p')
    .innerJoin('statuses as s', 's.id', 'p.status_id')
    .select(['p.id', 's.id as statusId'])
    .where('s.role', '=', 'ready')
    .where('p.client_id', '=', clientId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.company_package_id')
    .execute()
