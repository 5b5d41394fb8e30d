import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listStatuses } from '../statuses/queries.ts'
import { foreseeSentStatus } from '../statuses/sent-status.ts'
import { listNamed, selectAway } from './shipment-rows.ts'

async function foreseeTarget(db: Db, statusId: string | null) {
  if (statusId === null) return await foreseeSentStatus(db)
  const chosen = (await listStatuses(db)).find(({ id }) => id === statusId)
  if (!chosen) throw new AppError('not_found')
  return chosen
}

/** Counts the clients whose packages move to the status and who take messages. */
async function countNotified(db: Db, ids: string[], statusId: string | null): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    select count(distinct p.client_id)::int as notified
    from invoice_shipments s
    cross join lateral unnest(${selectAway(sql`s.invoice_id`)}) as away (id)
    join packages p on p.id = away.id
    join clients c on c.id = p.client_id and c.messages_allowed
    where s.id = any(${ids}::uuid[]) and p.status_id is distinct from ${statusId}::uuid`.execute(db)
  return rows[0]?.notified ?? 0
}

const canLeave = ({ stage, payment, invoice }: InvoiceShipment): boolean =>
  stage === 'to_send' && payment !== 'blocked' && invoice.status !== 'cancelled'

/** docs/product/dispatches.md, "The new dispatch". */
export async function previewDispatch(db: Db, ids: string[], statusId: string | null) {
  const target = await foreseeTarget(db, statusId)
  const known = new Map((await listNamed(db, ids)).map((one) => [one.id, one]))
  const shipments = ids.flatMap((id) => known.get(id) ?? [])
  const leaving = shipments.filter(canLeave).map(({ id }) => id)
  const isNotifying = target.templateId !== null
  return { shipments, isNotifying, notified: isNotifying ? await countNotified(db, leaving, target.id) : 0 }
}
