import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { askAsRequest } from './support/ask-as-request.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

async function ask<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.owner.query<Row>(statement, values)).rows
}

test('the role of requests reads sessions, sign-in tries and second steps through functions alone', async () => {
  const secondStep = ['second_steps', 'recovery_codes', 'passkeys', 'trusted_devices', 'sign_in_tickets']
  const tables = ['sessions', 'sign_in_tries', 'sign_in_failures', 'known_origins', 'address_failures', ...secondStep]
  for (const table of tables) {
    await expect(askAsRequest(world, `select * from ${table}`), table).rejects.toMatchObject({ code: '42501' })
  }
})

test.each([
  ['audit_entries', ['SELECT']],
  ['cash_counts', ['INSERT', 'SELECT']],
  ['cash_movements', ['INSERT', 'SELECT']],
  ['client_credit_balances', ['SELECT']],
  ['client_credits', ['INSERT', 'SELECT']],
  ['debt_payments', ['INSERT', 'SELECT']],
  ['consignment_changes', ['INSERT', 'SELECT']],
  ['consignment_scans', ['INSERT', 'SELECT']],
  ['currency_rate_changes', ['INSERT', 'SELECT']],
  ['handover_signatures', ['INSERT', 'SELECT']],
  ['logos', ['INSERT', 'SELECT']],
  ['package_corrections', ['INSERT', 'SELECT']],
  ['package_status_changes', ['INSERT', 'SELECT']],
])('the role of requests changes no row of %s', async (table, rights) => {
  const granted = await ask<{ privilege: string }>(
    `select distinct privilege_type as privilege from information_schema.column_privileges
       where grantee in ('casillero_app', 'PUBLIC') and table_name = $1 order by 1`,
    [table],
  )
  expect(granted.map(({ privilege }) => privilege)).toEqual(rights)
  for (const change of [`update ${table} set company_id = company_id`, `delete from ${table}`, `truncate ${table}`]) {
    await expect(askAsRequest(world, change), change).rejects.toMatchObject({ code: '42501' })
  }
})

test('the role of requests changes the state of invoices, collections, dispatches, hand-overs and packages in consignments and no other column', async () => {
  const columns = await ask<{ column: string }>(`
      select table_name || '.' || column_name as column from information_schema.column_privileges
      where grantee = 'casillero_app' and privilege_type = 'UPDATE' and table_name ~ '^(invoice|collection|dispatch|handover|consignment_(packages|bill_lines))' order by 1`)
  expect(columns.map(({ column }) => column)).toEqual([
    'collection_changes.is_counted',
    'collection_changes.reversal_movement_id',
    'collection_changes.reversal_reason',
    'collection_changes.reversed_at',
    'collection_changes.reversed_by',
    'collection_payments.is_counted',
    'collection_payments.reversal_movement_id',
    'collection_payments.reversal_reason',
    'collection_payments.reversal_reference',
    'collection_payments.reversed_at',
    'collection_payments.reversed_by',
    'collections.reversal_reason',
    'collections.reversed_at',
    'collections.reversed_by',
    'consignment_bill_lines.removed_at',
    'consignment_packages.added_at',
    'consignment_packages.added_by',
    'consignment_packages.arrival_weight',
    'consignment_packages.is_extra',
    'consignment_packages.is_weighed_for_good',
    'consignment_packages.lost_at',
    'consignment_packages.lost_by',
    'consignment_packages.lost_reason',
    'consignment_packages.removed_at',
    'consignment_packages.seen_at',
    'consignment_packages.seen_by',
    'consignment_packages.sent_weight',
    'dispatch_receipts.content',
    'dispatch_shipments.undone_at',
    'dispatches.receipt_link',
    'dispatches.receipt_set_at',
    'dispatches.receipt_set_by',
    'dispatches.undone_at',
    'dispatches.undone_by',
    'handover_packages.undone_at',
    'handovers.undo_reason',
    'handovers.undone_at',
    'handovers.undone_by',
    'invoice_changes.is_counted',
    'invoice_changes.reversal_movement_id',
    'invoice_changes.reversal_reason',
    'invoice_changes.reversed_at',
    'invoice_changes.reversed_by',
    'invoice_items.voided_at',
    'invoice_links.revoked_at',
    'invoice_links.revoked_by',
    'invoice_links.token_hash',
    'invoice_payments.is_counted',
    'invoice_payments.returned',
    'invoice_payments.reversal_movement_id',
    'invoice_payments.reversal_reason',
    'invoice_payments.reversal_reference',
    'invoice_payments.reversed_at',
    'invoice_payments.reversed_by',
    'invoice_shipments.date_shipped',
    'invoice_shipments.status',
    'invoices.given_total',
    'invoices.paid_total',
    'invoices.pending_total',
    'invoices.status',
    'invoices.voided_at',
    'invoices.voided_by',
  ])
})

test('a request without a company cannot add a row, and one of a company cannot add or move a row into another', async () => {
  await expect(askAsRequest(world, `insert into statuses (name, order_position) values ('x', 9)`)).rejects.toThrow(
    /row-level security|null value/,
  )
  const [mine, other] = [await world.openCompany(), await world.openCompany()]
  const inMine = (statement: string) =>
    askAsRequest(world, `select set_config('app.company_id', '${mine.id}', true); ${statement}`)
  const insert = `insert into statuses (company_id, name, order_position) values ('${other.id}', 'x', 9)`
  await expect(inMine(insert)).rejects.toMatchObject({ code: '42501' })
  await expect(inMine(`update statuses set company_id = '${other.id}'`)).rejects.toMatchObject({ code: '42501' })
})

test('the subdomain and the operator mark of a company never change', async () => {
  for (const change of [`subdomain = 'otra-cosa'`, 'is_operator = true']) {
    await expect(ask(`update companies set ${change}`), change).rejects.toMatchObject({ code: '23514' })
  }
})
