import type { VoidPreview } from '@casillero/shared/contract/voids'
import { sql } from 'kysely'
import { requireRight } from '../../platform/auth/require-right.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { undoHandover } from './undo-handover.ts'

/** Counts for each the packages that are not on the invoice. */
export async function listInvoiceHandovers(db: Db, invoiceId: string): Promise<VoidPreview['handovers']> {
  const { rows } = await sql<VoidPreview['handovers'][number]>`
    select h.id, h.company_handover_id as "companyHandoverId", count(*)::int as "packageCount",
           (count(*) filter (where i.id is null))::int as "otherCount"
    from handover_packages l
    join handovers h on h.id = l.handover_id
    left join invoice_items i on i.package_id = l.package_id and i.invoice_id = ${invoiceId} and i.voided_at is null
    where h.id in (
      select own.handover_id from handover_packages own
      join invoice_items mine on mine.package_id = own.package_id and mine.invoice_id = ${invoiceId} and mine.voided_at is null
      where own.undone_at is null)
    group by h.id, h.company_handover_id order by h.id`.execute(db)
  return rows
}

/** docs/product/invoices.md, "Voiding". */
export async function undoInvoiceHandovers(db: Db, invoiceId: string, reason: string, session: Session): Promise<void> {
  requireRight(session, 'handovers.undo')
  for (const { id } of await listInvoiceHandovers(db, invoiceId)) await undoHandover(db, id, reason, session)
}
