import type { Handover } from '@casillero/shared/contract/handovers'
import { sql } from 'kysely'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockPackages } from '../packages/status/change-status.ts'
import { writeMoves } from '../packages/status/write-moves.ts'
import { listStatuses } from '../statuses/queries.ts'
import { getHandover } from './handover-view.ts'

function lockHandover(db: Db, id: string) {
  return db
    .selectFrom('handovers')
    .select(['company_handover_id as number', 'status_id as statusId', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const listPrevious = (db: Db, handoverId: string) =>
  db
    .selectFrom('handover_packages')
    .select(['package_id as packageId', 'previous_status_id as previousId'])
    .where('handover_id', '=', handoverId)
    .orderBy('package_id')
    .execute()

/** The database keeps the packages in the final status until this mark is set. */
async function markUndone(db: Db, id: string, reason: string, session: Session): Promise<void> {
  await db
    .updateTable('handovers')
    .set({ undone_by: session.userId, undone_at: sql`app_now()`, undo_reason: reason })
    .where('id', '=', id)
    .execute()
  await db.updateTable('handover_packages').set({ undone_at: sql`app_now()` }).where('handover_id', '=', id).execute()
  await decrementCount(db, 'handover')
}

/**
 * Sends no message. If a former status was deleted, its packages get the one with the role `ready`.
 * docs/product/handovers.md, "Undoing a hand-over".
 */
export async function undoHandover(db: Db, id: string, reason: string, session: Session): Promise<Handover> {
  const handover = await lockHandover(db, id)
  if (!handover) throw new AppError('not_found')
  const { number } = handover
  if (handover.undoneAt !== null) throw new AppError('handover_undone', { values: { number } })
  const entries = await listPrevious(db, id)
  await lockPackages(
    db,
    entries.map(({ packageId }) => packageId),
  )
  const statuses = await listStatuses(db)
  const target = (previousId: string | null) =>
    statuses.find((status) => status.id === previousId) ?? statuses.find(({ role }) => role === 'ready') ?? null
  await markUndone(db, id, reason, session)
  const from = { id: handover.statusId, name: statuses.find((status) => status.id === handover.statusId)?.name ?? '' }
  const moves = entries.map(({ packageId, previousId }) => {
    const to = target(previousId)
    const isBack = (to?.id ?? null) === previousId
    return { packageId, from, to, comment: `Se deshizo la entrega #${number}`, isBack }
  })
  await writeMoves(db, moves, session)
  return await getHandover(db, id)
}
