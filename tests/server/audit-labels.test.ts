import { expect, test } from 'vitest'
import { labelledColumns } from '../../web/src/features/audit/audit-changes.ts'
import { openWorld } from '../support/open-world.ts'

const world = openWorld()

/** Ids, and columns whose meaning another column or the entry itself shows. */
const silent = [
  'network',
  'pages_origin',
  'alias',
  'attended_by',
  'author_id',
  'conversation_id',
  'bulk_change_id',
  'company_dispatch_id',
  'cost_currency_id',
  'cash_session_id',
  'change_currency_code',
  'change_currency_id',
  'closed_by',
  'company_consignment_id',
  'company_handover_id',
  'consignment_id',
  'collection_id',
  'collection_payment_id',
  'company_collection_id',
  'company_invoice_id',
  'company_package_id',
  'company_session_id',
  'counterpart_id',
  'counts_on_no_day',
  'created_by',
  'currency_id',
  'currency_name',
  'currency_symbol',
  'decided_by',
  'default_content',
  'deleted_at',
  'drawer_id',
  'ended_by',
  'expires_after',
  'file_id',
  'invoice_id',
  'is_counted',
  'is_demo',
  'is_operator',
  'key',
  'made_at',
  'made_by',
  'opened_at',
  'opened_by',
  'package_id',
  'position',
  'received_by',
  'removed_at',
  'reopened_by',
  'reversal_movement_id',
  'reversed_by',
  'receipt_set_by',
  'revoked_by',
  'sent_by',
  'shrinks_id',
  'scanned_at',
  'scanned_by',
  'session_id',
  'status_since',
  'template_id',
  'undone_by',
  'user_id',
  'voided_by',
  'tender',
]

test('every column in the log has a label, or is listed as meaningless to people', async () => {
  const { rows: tables } = await world.owner.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'audit_insert' order by 1`,
  )
  const kept = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await world.owner.query<{ column: string }>(
        `select jsonb_object_keys(audit_values(to_jsonb(t))) as column from (select (null::${name}).*) t`,
      )
      return rows.map(({ column }) => column)
    }),
  )
  const known = [...labelledColumns, ...silent]
  expect([...new Set(kept.flat())].filter((column) => !known.includes(column)).toSorted()).toEqual([])
})
