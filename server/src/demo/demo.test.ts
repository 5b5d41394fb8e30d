import { isPossiblePhone } from '@casillero/shared/domain/phone-possible'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createApp } from '../app.ts'
import { verifyData } from '../commands/verify-data/report.ts'
import { checkPassword } from '../platform/auth/password.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { voidedCount } from './plan-visits.ts'
import { seedDemo } from './seed.ts'

describe('the demo company', () => {
  let cloned: TestDatabase
  let owner: pg.Pool
  let database: Database
  const lines: string[] = []
  beforeAll(async () => {
    cloned = await cloneDatabase()
    owner = new pg.Pool({ connectionString: cloned.ownerUrl, max: 2 })
    database = createDatabase({ url: cloned.loginUrl, poolSize: 2 })
    // The first start is killed after it has opened the companies.
    const killed = () => {
      throw new Error('killed')
    }
    await expect(seedDemo({ ownerUrl: cloned.ownerUrl, say: killed })).rejects.toThrow('killed')
    await seedDemo({ ownerUrl: cloned.ownerUrl, say: (line) => lines.push(line) })
  })
  afterAll(async () => {
    await database.close()
    await owner.end()
    await cloned.drop()
  })

  /** Asks for rows of all companies. */
  async function askAll(statement: string): Promise<Record<string, unknown>[]> {
    const { rows } = await owner.query(statement)
    return rows
  }
  /** Asks for rows of one company. */
  async function ask(statement: string, subdomain = 'demo'): Promise<Record<string, unknown>[]> {
    const [user] = await askAll(
      `select u.id, u.company_id as "companyId" from users u join companies c on c.id = u.company_id
       where c.subdomain = '${subdomain}' and u.type = 'admin'`,
    )
    const session = { companyId: String(user?.companyId), userId: String(user?.id) }
    return await database.asUser(session, async (db) => {
      const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(db)
      return rows
    })
  }

  const counts = `select (select count(*)::int from clients) as clients, (select count(*)::int from tariffs) as tariffs,
    (select count(*)::int from packages) as packages, (select count(*)::int from invoices) as invoices,
    (select count(*)::int from users) as users, (select count(*)::int from companies) as companies`

  const facts: [title: string, statement: string, rows: object[], subdomain?: string][] = [
    [
      'the demo company has brought in one file, of which one row was wrong',
      `select file_name as name, status, (result -> 'updated')::int as updated, (counts -> 'error')::int as wrong from imports`,
      [{ name: 'bodega-miami.csv', status: 'done', updated: 11, wrong: 1 }],
    ],
    [
      'the demo company has packages without an owner, whose labels say something, and some of them wait long',
      `select count(*) > 5 as some, count(*) filter (where client_package_name is null)::int as unlabelled,
              count(*) filter (where created_at < now() - interval '20 days') > 0 as old,
              count(*) filter (where client_search_text = '')::int as unsearched
       from packages where client_id is null`,
      [{ some: true, unlabelled: 0, old: true, unsearched: 0 }],
    ],
    [
      'the demo company has a month of cash sessions with their payments, of which some do not balance',
      `select count(*) filter (where s.closed_at is not null) > 20 as closed,
              (select count(*) > 2 from cash_session_balances b where b.difference <> 0) as differences,
              (select count(*) > 30 from invoice_payments p where p.cash_session_id is not null) as payments,
              (select count(*) > 10 from cash_movements) as movements
       from cash_sessions s`,
      [{ closed: true, differences: true, payments: true, movements: true }],
    ],
    [
      'the demo company has an open drawer with money in both currencies, at whatever hour it was made',
      `select count(distinct s.id)::int as open, count(distinct b.currency_id)::int as currencies
       from cash_sessions s join cash_session_balances b on b.session_id = s.id where s.closed_at is null and b.opening > 0`,
      [{ open: 1, currencies: 2 }],
    ],
    [
      'the demo company has clients who owe in both currencies, collections, credit, cash that was moved and typed vouchers in both',
      `select (select count(*) > 0 from (select from open_debts group by client_id having count(distinct currency_id) = 2) d) as debtors,
              (select count(distinct currency_id)::int from collection_payments) as collected,
              (select count(distinct currency_id)::int from client_credits) as credit,
              (select count(distinct currency_id)::int from cash_movements) as moved,
              (select count(distinct currency_id)::int from vouchers) as vouchers`,
      [{ debtors: true, collected: 2, credit: 2, moved: 2, vouchers: 2 }],
    ],
    [
      'the demo company has a month of hand-overs, some signed and some to other people than the client',
      `select count(*) > 25 as handovers, (select count(*) > 5 from handover_signatures) as signatures,
              (select count(*) > 2 from client_pickers) as pickers, (select count(*) > 2 from clients where cedula is not null) as cedulas
       from handovers`,
      [{ handovers: true, signatures: true, pickers: true, cedulas: true }],
    ],
    [
      'the demo company has twelve purchases that clients announced, three of them late',
      `select count(*)::int as expected, count(*) filter (where expected_on < (now() at time zone 'America/Managua')::date)::int as late, count(claim_note)::int as claimed
       from prealerts a where cancelled_at is null and not exists (select from announced_package(a))`,
      [{ expected: 12, late: 3, claimed: 1 }],
    ],
    [
      'the demo company has five requests to become a client that wait, three of them with a proven phone',
      `select count(*)::int as waiting, count(phone_proven_at)::int as proven from signups where state = 'waiting'`,
      [{ waiting: 5, proven: 3 }],
    ],
    [
      'the demo company has shipments in all states',
      'select state, count(*)::int as count from consignments group by 1 order by 1',
      [
        { state: 'closed', count: 2 },
        { state: 'in_transit', count: 1 },
        { state: 'open', count: 1 },
        { state: 'received', count: 2 },
      ],
    ],
    [
      'the demo company has one shipment with a missing package and an extra one, and guides and costs of all',
      `select count(*) filter (where l.seen_at is null and l.lost_at is null and g.state = 'received')::int as missing,
              count(*) filter (where l.is_extra)::int as extra, count(l.arrival_weight) > 5 as weighed,
              (select count(*)::int from consignments where guide is null or carrier is null) as bare,
              (select count(distinct currency_code)::int from consignment_costs) as currencies
       from consignment_packages l join consignments g on g.company_id = l.company_id and g.id = l.consignment_id`,
      [{ missing: 1, extra: 1, weighed: true, bare: 0, currencies: 2 }],
    ],
    [
      'the demo company has invoices of both currencies: pending, partly paid, paid, overpaid, voided, sent and discounted',
      `select count(distinct currency_code)::int as currencies,
              count(*) filter (where status = 'cancelled')::int as voided,
              count(*) filter (where status = 'pending' and paid_total = 0) > 2 as pending,
              count(*) filter (where status = 'pending' and paid_total > 0) > 2 as partly,
              count(*) filter (where status = 'paid') > 30 as paid,
              count(*) filter (where paid_total > total_amount) > 3 as overpaid,
              count(*) filter (where shipping_total > 0) > 10 as sent,
              count(*) filter (where discount_total > 0) > 5 as discounted,
              (select count(distinct invoice_id) > 5 from (select invoice_id from invoice_payments group by 1 having count(distinct currency_id) > 1) m) as mixed
       from invoices`,
      [
        {
          currencies: 2,
          voided: voidedCount,
          pending: true,
          partly: true,
          paid: true,
          overpaid: true,
          sent: true,
          discounted: true,
          mixed: true,
        },
      ],
    ],
    [
      'a second company of the demo has prices by every rule, charges of each kind, storage that was forgiven and that runs, and debts, dispatches, shipments to be sent and waiting charges in both currencies',
      `select (select count(distinct unit)::int from tariffs) as units,
              (select count(*)::int from tariffs where volumetric_divisor is not null or round_up_to = 0.5) as rules,
              (select count(distinct kind)::int from invoice_charges) as kinds,
              (select count(*)::int from invoice_charges where kind = 'storage' and is_waived) as forgiven,
              (select count(*)::int from package_charges where not exists (
                select from invoice_items i where i.package_id = package_charges.package_id)) as waiting,
              (select count(*)::int from dispatch_shipments where to_collect > 0) as collected,
              (select count(distinct cost_currency_id)::int from dispatches) as carriers,
              (select count(distinct currency_id)::int from invoice_shipments where status <> 'shipped') as unsent,
              (select count(distinct currency_id)::int from open_debts) as owed,
              (select count(distinct currency_id)::int from invoices) as currencies,
              (select count(*)::int from packages p where p.status_since < now() - interval '8 days'
                and not exists (select from invoice_items i where i.package_id = p.id)) as stored,
              (select count(*)::int from clients where credit_limit is not null) as credit`,
      [
        {
          units: 3,
          rules: 2,
          kinds: 7,
          forgiven: 2,
          waiting: 2,
          collected: 1,
          carriers: 2,
          unsent: 2,
          owed: 2,
          currencies: 2,
          stored: 1,
          credit: 1,
        },
      ],
      'norte',
    ],
    [
      'the demo company has photos of the packages that came last and of one that waits, with what each weighed',
      `select count(*)::int as photos, count(distinct f.package_id)::int as packages,
        bool_and(f.weight = p.weight and c.content is not null and c.small is not null) as "isWhole"
      from package_photos f join packages p on p.id = f.package_id join package_photo_contents c on c.photo_id = f.id`,
      [{ photos: 11, packages: 7, isWhole: true }],
    ],
    [
      'the demo company has three vouchers to be verified, two from a page and one from a chat',
      `select v.source, v.state, v.amount is not null as typed, f.kind from vouchers v
       join received_files f on f.company_id = v.company_id and f.id = v.file_id order by 1`,
      [
        { source: 'conversation', state: 'pending', typed: false, kind: 'picture' },
        { source: 'page', state: 'pending', typed: true, kind: 'picture' },
        { source: 'page', state: 'pending', typed: true, kind: 'picture' },
      ],
    ],
    [
      'the demo company has eleven chats, three of them of requests to become a client',
      'select count(*)::int as chats from conversations',
      [{ chats: 11 }],
    ],
    [
      'the demo company has links to invoices that work, and one that was revoked',
      'select count(*)::int as links, count(revoked_at)::int as revoked, count(distinct company_id)::int as companies from invoice_links',
      [{ links: 3, revoked: 1, companies: 1 }],
    ],
    [
      'the demo company has packages in all statuses and some without one',
      `select count(distinct coalesce(s.name, 'none'))::int as statuses from packages p left join statuses s on s.id = p.status_id`,
      [{ statuses: 6 }],
    ],
    [
      'the demo company has packages without client, weight or tariff, and some at a discount',
      `select count(*) filter (where client_id is null) > 3 as client, count(*) filter (where weight is null) > 3 as weight,
              count(*) filter (where tariff_id is null) > 3 as tariff, count(*) filter (where discount_value > 0) > 10 as discount
       from packages`,
      [{ client: true, weight: true, tariff: true, discount: true }],
    ],
    [
      'the demo company has reminded clients of packages that wait, and has some that wait long',
      `select count(*) > 0 as reminded, bool_and(body like '%por retirar%') as named,
              count(*) filter (where body ~ 'Foto: http://demo.localhost/p/\\w{22}$')::int as shown, count(*) filter (where body ~ 'Foto: $')::int as bare,
              (select count(*) > 0 from packages p join statuses s on s.id = p.status_id
               where s.role = 'ready' and p.client_id is not null and p.created_at < now() - interval '20 days') as old
       from messages where occasion = 'waiting'`,
      [{ reminded: true, named: true, shown: 1, bare: 0, old: true }],
    ],
  ]
  test.each(facts)('%s', async (_title, statement, rows, subdomain) => {
    expect(await ask(statement, subdomain)).toEqual(rows)
  })

  test('the demo company has clients, tariffs, packages, invoices and staff, and an operator beside it, also after a start that was killed', async () => {
    expect(await ask(counts)).toEqual([
      { clients: 60, tariffs: 6, packages: 400, invoices: 80, users: 4, companies: 1 },
    ])
    expect(await askAll('select subdomain from companies where is_operator')).toEqual([{ subdomain: 'master' }])
  })

  test('the amounts of the demo company hold when they are computed again', async () => {
    expect((await verifyData(cloned.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
  })

  test('the demo company has clients with numbers that the forms accept and that no phone can have', async () => {
    const phones = (await ask('select phone from clients')).map(({ phone }) => String(phone))
    for (const phone of phones) {
      expect(isPossiblePhone(phone), phone).toBe(true)
      expect(/^(505[349]\d{7}|130555501\d\d)$/.test(phone), phone).toBe(true)
    }
  })

  test('the demo company is marked as one that sends nothing to real phones', async () => {
    expect(await askAll('select distinct is_demo as mark from companies')).toEqual([{ mark: true }])
  })

  test('the demo company has notified its clients, with messages in every lasting state', async () => {
    const states = await ask('select state, count(*)::int as count from messages group by 1')
    const countOf = (state: string) => Number(states.find((each) => each.state === state)?.count ?? 0)
    for (const state of ['sent', 'delivered', 'read', 'failed', 'unknown', 'expired', 'cancelled'])
      expect(countOf(state), state).toBeGreaterThan(1)
    expect(countOf('queued')).toBeLessThanOrEqual(4)
    expect(countOf('read')).toBeGreaterThan(300)
    const [untrue] = await ask(
      `select count(*) filter (where m.updated_at > now() or m.sent_at < m.created_at)::int as early,
              count(*) filter (where m.state = 'expired' and m.expires_at > now())::int as fresh,
              count(*) filter (where m.state = 'read' and c.chat_known_at is null)::int as unread,
              count(distinct c.id) filter (where m.state = 'cancelled' and c.messages_allowed)::int as unasked,
              count(distinct c.id) filter (where not c.messages_allowed)::int as opted_out
       from messages m join clients c on c.id = m.client_id`,
    )
    expect(untrue).toEqual({ early: 0, fresh: 0, unread: 0, unasked: 0, opted_out: 2 })
  })

  test('the demo company has reminded clients who owed, each once', async () => {
    const [reminders] = await ask(
      `select count(*)::int as count, count(distinct client_id)::int as clients,
              count(*) filter (where body not like '%por pagar%')::int as empty
       from messages where occasion = 'reminder'`,
    )
    expect(reminders?.count).toBeGreaterThan(2)
    expect(reminders).toMatchObject({ clients: reminders?.count, empty: 0 })
  })

  test('the demo company has numbers in the order of dates, and histories of several users', async () => {
    for (const [table, number] of [
      ['packages', 'company_package_id'],
      ['invoices', 'company_invoice_id'],
      ['clients', 'casillero'],
    ]) {
      const rows = await ask(
        `select 1 from (select created_at < lag(created_at) over (order by ${number}) as is_earlier from ${table}) t where is_earlier`,
      )
      expect(rows, table).toEqual([])
    }
    const [history] = await ask(
      `select max(steps)::int as steps, max(people)::int as people from (
         select count(*) as steps, count(distinct user_id) as people from package_status_changes group by package_id) h`,
    )
    expect(history).toEqual({ steps: 5, people: 3 })
  })

  test('the demo company opens with the password of its staff', async () => {
    const [user] = await askAll("select password_hash as hash from users where email = 'viewer@demo.test'")
    expect(await checkPassword(String(user?.hash), 'casillero-demo')).toBe(true)
  })

  test('the demo company is not seeded a second time', async () => {
    const before = await askAll(counts)
    const said = lines.length
    await seedDemo({ ownerUrl: cloned.ownerUrl, say: (line) => lines.push(line) })
    expect(await askAll(counts)).toEqual(before)
    expect(lines).toHaveLength(said)
  })
})

test('every call is refused with a sentence until the demo is whole, and answered from then on', async () => {
  const cloned = await cloneDatabase()
  const database = createDatabase({ url: cloned.loginUrl, poolSize: 1 })
  const { promise: filling, resolve: fill } = Promise.withResolvers<void>()
  const parts = { database, logger: pino({ level: 'silent' }), trustedProxy: false as const, isBehindTls: false }
  const app = await createApp({ ...parts, filling })
  const ask = async () =>
    (await app.inject({ url: '/api/health', headers: { host: 'demo.casillero.test' } })).json().code
  expect([await ask(), (await app.inject('/livez')).statusCode]).toEqual(['demo_filling', 200])
  fill()
  await filling
  expect(await ask()).toBe('company_not_found')
  await app.close()
  await database.close()
  await cloned.drop()
})
