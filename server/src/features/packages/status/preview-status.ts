import type { StatusPreview } from '@casillero/shared/contract/package-status'
import type { Rights } from '../../../platform/auth/require-right.ts'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { requireMove } from '../../statuses/hold-statuses.ts'
import { holdStatus } from '../../statuses/queries.ts'

/** docs/product/handovers.md, "Payment before the hand-over". */
async function refuseByHand(db: Db): Promise<void> {
  const company = await db.selectFrom('companies').select('requires_paid_handover as isRequired').executeTakeFirst()
  if (company?.isRequired) throw new AppError('final_by_handover')
}

/** Applies the rules of the change, and throws its errors. */
export async function previewStatus(
  db: Db,
  { packageIds, statusId }: { packageIds: string[]; statusId: string },
  caller: Rights,
): Promise<StatusPreview> {
  const ids = [...new Set(packageIds)]
  const status = await holdStatus(db, statusId)
  const packages = await db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .leftJoin('handover_packages as l', (join) => join.onRef('l.package_id', '=', 'p.id').on('l.undone_at', 'is', null))
    .leftJoin('handovers as h', 'h.id', 'l.handover_id')
    .select(['p.company_package_id as number', 'h.company_handover_id as handover'])
    .select(['p.status_id as statusId', 's.name', 'p.client_id as clientId', 'c.messages_allowed as isWilling'])
    .where('p.id', '=', matchAny(ids))
    .where('p.deleted_at', 'is', null)
    .orderBy('s.order_position')
    .execute()
  if (packages.length !== ids.length) throw new AppError('not_found')
  const moving = packages.filter((one) => one.statusId !== status.id)
  const [handed] = moving.filter(({ handover }) => handover !== null)
  if (handed)
    throw new AppError('package_handed_over', { values: { number: handed.number, handover: handed.handover ?? 0 } })
  if (moving.length > 0) requireMove(caller, status)
  if (moving.length > 0 && status.isFinalStatus) await refuseByHand(db)
  const isNotifying = status.templateId !== null
  const countClients = (some: typeof packages) => new Set(some.flatMap(({ clientId }) => clientId ?? [])).size
  return {
    packages: ids.length,
    moving: moving.length,
    from: [...Map.groupBy(moving, ({ name }) => name)].map(([name, some]) => ({ name, packages: some.length })),
    clients: countClients(moving),
    notified: isNotifying ? countClients(moving.filter(({ isWilling }) => isWilling)) : 0,
    unwilling: countClients(moving.filter(({ isWilling }) => isWilling === false)),
    withoutClient: moving.filter(({ clientId }) => clientId === null).length,
    isNotifying,
  }
}
