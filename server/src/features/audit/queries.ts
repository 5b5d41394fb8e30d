import type { AuditEntry } from '@casillero/shared/contract/audit'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { AuditedEntity } from '@casillero/shared/domain/audited-entity'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'

type AuditFilter = {
  page?: number | undefined
  limit?: number | undefined
  entity?: AuditedEntity | undefined
  userId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'at' | '-at' | undefined
}

const midnight = (date: string) => sql<string>`(${date}::date)::timestamp at time zone 'America/Managua'`
const midnightAfter = (date: string) => sql<string>`(${date}::date + 1)::timestamp at time zone 'America/Managua'`

// One index look-up per entry; null if the id is no invoice of the company.
const invoiceOfEntry = sql`
  select jsonb_build_object('number', i.company_invoice_id, 'client', concat_ws(' ', i.client_first_name, i.client_middle_name, i.client_last_names),
                            'currencySymbol', i.currency_symbol)
  from invoices i
  where i.company_id = audit_entries.company_id
    and i.id = case audit_entries.entity
                 when 'invoices' then audit_entries.entity_id
                 when 'invoice_payments' then (audit_entries.after ->> 'invoice_id')::uuid
               end`

/** The order in which a list with this filter is shown. */
export const entryOrder = ({ sort }: AuditFilter) => (sort === 'at' ? 'asc' : 'desc')

export const matchingEntries = (db: Db, { entity, userId, from, to }: AuditFilter) =>
  db
    .selectFrom('audit_entries')
    .$if(entity !== undefined, (rows) => rows.where('entity', '=', entity ?? 'users'))
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? ''))
    .$if(from !== undefined, (rows) => rows.where('at', '>=', midnight(from ?? '')))
    .$if(to !== undefined, (rows) => rows.where('at', '<', midnightAfter(to ?? '')))

/** Includes both days; counts up to 1,000. docs/product/audit.md, "Bitácora". */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
): Promise<{ data: AuditEntry[]; pagination: Pagination }> {
  const page = toPage({ ...filter, page: filter.page ?? 1 })
  const matching = matchingEntries(db, filter)
  const counted = db
    .selectFrom(matching.select('id').limit(1000).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
  const rows = await matching
    .select([
      'id',
      'at',
      'user_id as userId',
      'user_name as userName',
      'user_company as userCompany',
      'target_company as targetCompany',
      'action',
      'entity',
      'entity_id as entityId',
      'label',
      'before',
      'after',
    ])
    .select(sql<AuditEntry['invoice']>`(${invoiceOfEntry})`.as('invoice'))
    .select(sql<number>`(${counted})`.as('total'))
    .orderBy('at', entryOrder(filter))
    .orderBy('id', entryOrder(filter))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return await pageWithTotal(page, rows, () => counted.executeTakeFirst())
}
