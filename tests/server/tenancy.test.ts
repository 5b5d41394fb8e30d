import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

async function ask<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.owner.query<Row>(statement, values)).rows
}

/** As a request's connection: in the role of the product, without a company. */
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

const tenantTables = `
  select c.oid, c.relname as name,
    case c.relname when 'companies' then 'id' else 'company_id' end as key
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'companies' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
  order by 2`

describe('every table of a company', () => {
  test('is one that this test knows of, so that a new one is thought about', async () => {
    const tables = await ask<{ name: string }>(tenantTables)
    expect(tables.map(({ name }) => name)).toEqual([
      'audit_entries',
      'bulk_status_changes',
      'cash_counts',
      'cash_drawers',
      'cash_movements',
      'cash_session_balances',
      'cash_sessions',
      'chat_aliases',
      'client_credit_balances',
      'client_credits',
      'clients',
      'companies',
      'company_counters',
      'currencies',
      'currency_rate_changes',
      'idempotency_keys',
      'invoice_changes',
      'invoice_items',
      'invoice_payments',
      'invoice_shipments',
      'invoices',
      'known_origins',
      'logos',
      'message_packages',
      'messages',
      'package_status_changes',
      'packages',
      'sessions',
      'shipping_methods',
      'sign_in_failures',
      'sign_in_tries',
      'statuses',
      'tariffs',
      'templates',
      'users',
      'webhook_events',
      'whatsapp_sessions',
    ])
  })

  test('has a primary key that begins with the company', async () => {
    const keys = await ask<{ name: string; key: string; first: string }>(`
      select t.name, t.key, (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]) as first
      from (${tenantTables}) t left join pg_index i on i.indrelid = t.oid and i.indisprimary`)
    for (const { name, key, first } of keys) expect(first, name).toBe(key)
  })

  test('takes its company from the transaction, never from a statement', async () => {
    const defaults = await ask<{ name: string; value: string }>(`
      select t.name, pg_get_expr(d.adbin, d.adrelid) as value
      from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid and a.attname = t.key
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.name <> 'companies'`)
    for (const { name, value } of defaults) {
      // An entry of the log stands in up to two companies, which its trigger names; requests cannot add one.
      expect(value, name).toBe(name === 'audit_entries' ? null : 'current_company()')
    }
  })

  test('has unique keys of its own only: none reaches across companies but those that find a company', async () => {
    const wide = await ask<{ index: string }>(`
      select i.indexrelid::regclass::text as index from (${tenantTables}) t
      join pg_index i on i.indrelid = t.oid and i.indisunique
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] where a.attname <> t.key`)
    expect(wide.map(({ index }) => index).toSorted()).toEqual([
      'companies_subdomain_key',
      'sessions_token_hash_key',
      'whatsapp_sessions_name_key',
      'whatsapp_sessions_webhook_token_key',
    ])
  })
})

describe('every reference', () => {
  const references = `
    select c.conrelid::regclass::text as name, c.conname, c.confdeltype, c.conrelid,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as targets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`
  type Reference = { conname: string; confdeltype: string; columns: string[]; target: string; targets: string[] }

  test('names the company on both sides and refuses to lose what it points to', async () => {
    const found = await ask<Reference>(references)
    expect(found.length).toBeGreaterThan(30)
    for (const { conname, confdeltype, columns, target, targets } of found) {
      expect([columns[0], targets[0]], conname).toEqual(['company_id', target === 'companies' ? 'id' : 'company_id'])
      expect(columns.length, conname).toBe(target === 'companies' ? 1 : Math.max(2, targets.length))
      expect(confdeltype, conname).toBe('r')
    }
  })

  test('has an index that begins with its columns', async () => {
    const bare = await ask(`
      select r.conname from (${references}) r
      where not exists (
        select from pg_index i
        where i.indrelid = r.conrelid
          -- A key with a null refers to nothing, so an index without those rows finds all that refer.
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', r.columns[2])) and (
          select array_agg(a.attname::text order by k.n) from unnest(i.indkey::int2[]) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
          where k.n <= least(2, cardinality(r.columns))) = r.columns[1:2])`)
    expect(bare).toEqual([])
  })
})

describe('the roles', () => {
  test('of requests read sessions and sign-in tries through functions alone', async () => {
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
    ['currency_rate_changes', ['INSERT', 'SELECT']],
    ['invoice_changes', ['INSERT', 'SELECT']],
    ['logos', ['INSERT', 'SELECT']],
    ['package_status_changes', ['INSERT', 'SELECT']],
  ])('of requests change nothing that stands in %s', async (table, rights) => {
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

  test('of requests change of a made invoice its state and nothing else', async () => {
    const columns = await ask<{ column: string }>(`
      select table_name || '.' || column_name as column from information_schema.column_privileges
      where grantee = 'casillero_app' and privilege_type = 'UPDATE' and table_name like 'invoice%' order by 1`)
    expect(columns.map(({ column }) => column)).toEqual([
      'invoice_items.voided_at',
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

  test('are these, and requests may call no other', async () => {
    const found = await ask<Definer>(definers)
    expect(found.map(({ name }) => name)).toEqual([
      'act_in_company',
      'add_correction_template',
      'add_default_templates',
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
      'logo_content',
      'note_failed_sign_in',
      'note_gateway_failure',
      'open_company',
      'open_company_as_operator',
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
      'add_correction_template',
      'add_default_templates',
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

  test('search the company of the transaction and nothing without one', async () => {
    for (const call of [
      `search_clients('{}', 100, 0)`,
      `search_packages('{}', null, null, null, 100, 0)`,
      `search_invoices('{}', null, true, 100, 0)`,
    ]) {
      expect(await askAsApp(`select * from ${call}`), call).toEqual([])
    }
  })
})

describe('without a company', () => {
  test('a request cannot add a row, and with one cannot add to or move into another', async () => {
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

  test('the company of a row never changes, nor does a subdomain or the operator mark', async () => {
    for (const change of [`subdomain = 'otra-cosa'`, 'is_operator = true']) {
      await expect(ask(`update companies set ${change}`), change).rejects.toMatchObject({ code: '23514' })
    }
  })
})
