import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

async function ask<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.owner.query<Row>(statement, values)).rows
}

/** Runs a statement as a request's connection does: in the role of the product, without a company. */
async function askAsApp<Row extends object>(statement: string): Promise<Row[]> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role casillero_app')
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the role of requests', () => {
  test('the role of requests reads sessions and sign-in tries through functions alone', async () => {
    for (const table of ['sessions', 'sign_in_tries', 'sign_in_failures', 'known_origins', 'address_failures']) {
      await expect(askAsApp(`select * from ${table}`), table).rejects.toMatchObject({ code: '42501' })
    }
  })

  test.each([
    ['audit_entries', ['SELECT']],
    ['cash_counts', ['INSERT', 'SELECT']],
    ['cash_movements', ['INSERT', 'SELECT']],
    ['client_credit_balances', ['SELECT']],
    ['client_credits', ['INSERT', 'SELECT']],
    ['consignment_changes', ['INSERT', 'SELECT']],
    ['consignment_scans', ['INSERT', 'SELECT']],
    ['currency_rate_changes', ['INSERT', 'SELECT']],
    ['handover_signatures', ['INSERT', 'SELECT']],
    ['logos', ['INSERT', 'SELECT']],
    ['package_status_changes', ['INSERT', 'SELECT']],
  ])('the role of requests changes no row of %s', async (table, rights) => {
    const granted = await ask<{ privilege: string }>(
      `select distinct privilege_type as privilege from information_schema.column_privileges
       where grantee in ('casillero_app', 'PUBLIC') and table_name = $1 order by 1`,
      [table],
    )
    expect(granted.map(({ privilege }) => privilege)).toEqual(rights)
    for (const change of [`update ${table} set company_id = company_id`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(askAsApp(change), change).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('the role of requests changes the state of invoices, collections, hand-overs and packages in consignments and no other column', async () => {
    const columns = await ask<{ column: string }>(`
      select table_name || '.' || column_name as column from information_schema.column_privileges
      where grantee = 'casillero_app' and privilege_type = 'UPDATE' and table_name ~ '^(invoice|collection|handover|consignment_packages)' order by 1`)
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
      'invoice_payments.is_counted',
      'invoice_payments.reversal_movement_id',
      'invoice_payments.reversal_reason',
      'invoice_payments.reversal_reference',
      'invoice_payments.reversed_at',
      'invoice_payments.reversed_by',
      'invoice_shipments.status',
      'invoices.paid_total',
      'invoices.pending_total',
      'invoices.status',
      'invoices.voided_at',
      'invoices.voided_by',
    ])
  })
})

describe('functions that look across companies', () => {
  const definers = `
    select p.proname as name, has_function_privilege('casillero_app', p.oid, 'execute') as callable
    from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`
  type Definer = { name: string; callable: boolean }

  test('the functions that look across companies are these, and requests may call no other', async () => {
    const found = await ask<Definer>(definers)
    expect(found.map(({ name }) => name)).toEqual([
      'act_in_company',
      'add_account_templates',
      'add_correction_template',
      'add_default_templates',
      'add_waiting_template',
      'apply_gateway_sessions',
      'audit_correction',
      'audit_insert',
      'audit_resend',
      'audit_update',
      'audit_wish',
      'begin_reading',
      'begin_session',
      'begin_sign_in',
      'claim_alias',
      'claim_lifecycle',
      'claim_message',
      'claim_next_message',
      'claim_qr',
      'company_of_host',
      'complete_sign_in',
      'confirm_caller',
      'drop_other_logos',
      'end_own_sessions',
      'end_session',
      'end_sessions_of',
      'end_sessions_of_company',
      'fail_sign_in',
      'find_clients_like',
      'find_installation_pace',
      'finish_lifecycle',
      'forget_sign_in_failures',
      'gateway_polled_at',
      'installation_counts',
      'is_operator_admin',
      'keep_credit_balance',
      'keep_qr',
      'known_pace',
      'knows_device',
      'list_companies',
      'list_reminding_companies',
      'logo_content',
      'move_to_merged_client',
      'note_failed_sign_in',
      'note_gateway_failure',
      'open_company',
      'open_company_as_operator',
      'open_invoice_link',
      'own_sessions',
      'search_clients',
      'search_invoices',
      'search_packages',
      'session_of_webhook',
      'set_installation_pace',
      'settle_messages',
      'settle_waiting_messages',
      'start_session',
      'sweep_expired',
      'take_gateway_turn',
      'take_poll_turn',
      'try_own_password',
      'try_sign_in',
      'user_of_sign_in',
      'write_audit',
    ])
    const notForRequests = [
      'add_account_templates',
      'add_correction_template',
      'add_default_templates',
      'add_waiting_template',
      'audit_correction',
      'audit_insert',
      'audit_resend',
      'audit_update',
      'audit_wish',
      'keep_credit_balance',
      'open_company',
      'user_of_sign_in',
      'write_audit',
    ]
    for (const { name, callable } of found) expect(callable, name).toBe(!notForRequests.includes(name))
  })

  test('the functions that search find the company of the transaction, and no rows without one', async () => {
    for (const call of [
      `find_clients_like('{ana}', 100)`,
      `search_clients('{}', 100, 0)`,
      `search_packages('{}', null, null, null, 100, 0)`,
      `search_invoices('{}', null, true, 100, 0)`,
    ]) {
      expect(await askAsApp(`select * from ${call}`), call).toEqual([])
    }
  })
})

describe('a request', () => {
  test('a request without a company cannot add a row, and one of a company cannot add or move a row into another', async () => {
    await expect(askAsApp(`insert into statuses (name, order_position) values ('x', 9)`)).rejects.toThrow(
      /row-level security|null value/,
    )
    const [mine, other] = [await world.openCompany(), await world.openCompany()]
    const inMine = (statement: string) =>
      askAsApp(`select set_config('app.company_id', '${mine.id}', true); ${statement}`)
    const insert = `insert into statuses (company_id, name, order_position) values ('${other.id}', 'x', 9)`
    await expect(inMine(insert)).rejects.toMatchObject({ code: '42501' })
    await expect(inMine(`update statuses set company_id = '${other.id}'`)).rejects.toMatchObject({ code: '42501' })
  })

  test('the subdomain and the operator mark of a company never change', async () => {
    for (const change of [`subdomain = 'otra-cosa'`, 'is_operator = true']) {
      await expect(ask(`update companies set ${change}`), change).rejects.toMatchObject({ code: '23514' })
    }
  })
})
