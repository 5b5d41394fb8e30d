import type { Client } from 'pg'
import { withConnection } from '../../platform/database/single-connection.ts'
import { amounts } from './amounts.ts'
import { cash } from './cash.ts'
import type { Check } from './check.ts'
import { clients } from './clients.ts'
import { collections } from './collections.ts'
import { consignments } from './consignments.ts'
import { debts } from './debts.ts'
import { handovers } from './handovers.ts'
import { references } from './references.ts'

/** docs/product/dispatches.md, "Dispatching". */
const dispatches: Check[] = [
  {
    says: 'A shipment is sent exactly while a dispatch has it, and no dispatch that was undone',
    sql: `
      select s.company_id, format('the shipment of invoice #%s is %s', v.company_invoice_id, s.status) as what
      from invoice_shipments s
      join invoices v on v.company_id = s.company_id and v.id = s.invoice_id
      left join dispatch_shipments l on l.company_id = s.company_id and l.shipment_id = s.id and l.undone_at is null
      left join dispatches d on d.company_id = l.company_id and d.id = l.dispatch_id
      where (s.status = 'shipped') <> (l.id is not null) or (s.status = 'shipped') <> (s.date_shipped is not null)
         or d.undone_at is not null or l.id is not null and v.voided_at is not null`,
  },
  {
    says: 'Every dispatch has a shipment, a live one if it is not undone',
    sql: `
      select d.company_id, format('dispatch #%s', d.company_dispatch_id) as what from dispatches d
      where not exists (select from dispatch_shipments l where l.company_id = d.company_id and l.dispatch_id = d.id
                        and (l.undone_at is null) = (d.undone_at is null))`,
  },
]

/** Where `unless` holds the counter need only be past all numbers. */
const numbers = (says: string, kind: string, table: string, number: string, unless = 'false'): Check => ({
  says,
  sql: `
    select c.id as company_id,
           case when k.last_number is null then 'has no counter' else format(
             'the counter says %s; there are %s, of them %s different, from %s to %s; missing: %s', k.last_number,
             coalesce(r.n, 0), coalesce(r.different, 0), coalesce(r.first, 0), coalesce(r.last, 0), coalesce((
               select string_agg('#' || g.n, ', ') from (
                 select n from generate_series(1, greatest(k.last_number, r.last)) n
                 where not exists (select from ${table} m where m.company_id = c.id and ${number} = n) limit 5) g), 'none'))
           end as what
    from companies c
    left join company_counters k on k.company_id = c.id and k.kind = '${kind}'
    left join (
      select m.company_id, count(*) as n, count(distinct ${number}) as different, min(${number}) as first, max(${number}) as last
      from ${table} m group by m.company_id) r on r.company_id = c.id
    where k.last_number is null
       or r.last > k.last_number
       or not (${unless}) and (
         (coalesce(r.n, 0), coalesce(r.different, 0), coalesce(r.last, 0)) <> (k.last_number, k.last_number, k.last_number)
         or r.first <> 1)`,
})

const invoices: Check[] = [
  {
    says: 'An invoice is paid when its payments cover it, pending when not, and its shipment with it',
    sql: `
      select v.company_id, format('invoice #%s is %s with %s pending', v.company_invoice_id, v.status, v.pending_total) as what
      from invoices v
      where (v.status = 'cancelled') <> (v.voided_at is not null) or (v.voided_at is null) <> (v.voided_by is null)
         or v.status = 'paid' and v.total_amount - v.paid_total + v.given_total >= 0.01
         or v.status = 'pending' and v.total_amount - v.paid_total + v.given_total < 0.01
         or exists (select from invoice_shipments s where s.company_id = v.company_id and s.invoice_id = v.id
                    and (v.status = 'paid' and s.status = 'pending_payment' or v.status = 'pending' and s.status = 'paid'))`,
  },
  {
    says: 'The lines of a voided invoice are void, and no others',
    sql: `
      select v.company_id, format('invoice #%s is %s; line %s is not', v.company_invoice_id, v.status, i.position) as what
      from invoices v join invoice_items i on i.company_id = v.company_id and i.invoice_id = v.id
      where (v.voided_at is null) <> (i.voided_at is null)`,
  },
  {
    says: 'Every invoice has a line',
    sql: `
      select v.company_id, format('invoice #%s has none', v.company_invoice_id) as what from invoices v
      where not exists (select from invoice_items i where i.company_id = v.company_id and i.invoice_id = v.id)`,
  },
  {
    says: 'No package is on two live invoices',
    sql: `
      select i.company_id, format('package #%s (%s) is on the invoices %s', min(p.company_package_id), i.package_id,
                                  string_agg('#' || v.company_invoice_id, ', ' order by v.company_invoice_id)) as what
      from invoice_items i
      join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
      left join packages p on p.company_id = i.company_id and p.id = i.package_id
      where i.voided_at is null
      group by i.company_id, i.package_id having count(*) > 1`,
  },
]

const catalogues: Check[] = [
  {
    says: 'Every company has exactly one default currency, and US$ at 1',
    sql: `
      select c.id as company_id, format('%s default currencies, US$ at 1: %s', count(*) filter (where m.is_default),
                                        count(*) filter (where m.code = 'USD' and m.rate_compra = 1 and m.rate_venta = 1)) as what
      from companies c left join currencies m on m.company_id = c.id and m.deleted_at is null
      group by c.id
      having (count(*) filter (where m.is_default), count(*) filter (where m.code = 'USD' and m.rate_compra = 1 and m.rate_venta = 1)) <> (1, 1)`,
  },
  {
    says: 'Where there are active shipping methods exactly one is the default; of tariffs at most one a type',
    sql: `
      select m.company_id, format('%s default shipping methods', count(*) filter (where m.is_default)) as what
      from shipping_methods m where m.deleted_at is null and m.is_active
      group by 1 having count(*) filter (where m.is_default) <> 1
      union all
      select t.company_id, format('%s default tariffs for %s', count(*), t.type) from tariffs t
      where t.is_default group by t.company_id, t.type having count(*) > 1
      union all
      select d.company_id, format('%s %s is default and cannot be chosen', d.of, d.id) from (
        select company_id, id, 'shipping method' as of from shipping_methods where is_default and not (is_active and deleted_at is null)
        union all
        select company_id, id, 'tariff' from tariffs where is_default and not (is_active and deleted_at is null)) d`,
  },
  {
    // A company that was opened without an admin may wait for its first one.
    says: 'Every company that ever had an admin has an active one',
    sql: `
      select c.id as company_id, 'has none' as what from companies c
      where exists (select from users u where u.company_id = c.id and u.type = 'admin')
        and not exists (select from users u where u.company_id = c.id and u.type = 'admin' and u.status = 'active' and u.deleted_at is null)`,
  },
]

const keysAndMessages: Check[] = [
  {
    says: 'Idempotency keys lead to what was made',
    sql: `
      select k.company_id, format('%s at %s', k.endpoint, k.created_at) as what
      from idempotency_keys k
      cross join lateral (select (k.response -> 'data' ->> 'id')::uuid as id, k.response -> 'data' ->> 'companyInvoiceId' as number) made
      where not case
        when k.endpoint in ('POST /api/invoices', 'POST /api/invoices/:id/payments', 'POST /api/payments/:id/reverse') then exists (
          select from invoices v where v.company_id = k.company_id and v.id = made.id and v.company_invoice_id::text = made.number)
        when k.endpoint in ('POST /api/handovers', 'POST /api/handovers/:id/undo') then exists (
          select from handovers h where h.company_id = k.company_id and h.id = made.id)
        when k.endpoint = 'POST /api/packages' then exists (select from packages p where p.company_id = k.company_id and p.id = made.id)
        when k.endpoint = 'POST /api/client' then exists (select from clients c where c.company_id = k.company_id and c.id = made.id)
        else k.response is not null end`,
  },
  {
    says: 'Every event has one message at most, and every message is its own at the gateway',
    sql: `
      select m.company_id, format('%s messages of the event %s', count(*), m.event_key) as what
      from messages m group by m.company_id, m.event_key having count(*) > 1
      union all
      select m.company_id, format('%s messages with the id %s', count(*), m.gateway_message_id)
      from messages m group by m.company_id, m.gateway_message_id having count(*) > 1
      union all
      select m.company_id, format('%s messages are being sent at once', count(*))
      from messages m where m.state = 'sending' group by m.company_id having count(*) > 1`,
  },
  {
    says: 'Messages are in a state that can be true',
    sql: `
      select m.company_id, format('message %s is %s', m.id, m.state) as what from messages m
      where (m.state = 'sending') <> (m.lease_until is not null)
         or m.state in ('sent', 'delivered', 'read') and m.sent_at is null
         or m.state in ('failed', 'unknown', 'cancelled', 'expired') and m.error is null
         or m.event_key like 'shipping:%' and m.event_key is distinct from 'shipping:' || m.invoice_id
         or m.event_key ~ '^(status|shipping|waiting):' and not exists (
              select from message_packages p where p.company_id = m.company_id and p.message_id = m.id)`,
  },
]

const live = (kind: string, table: string, ended: string) => `
  select k.company_id, format('the counter says %s living ${table}, there are %s', k.live_count, coalesce(r.n, 0)) as what
  from company_counters k
  left join (select company_id, count(*) as n from ${table} where ${ended} is null group by 1) r on r.company_id = k.company_id
  where k.kind = '${kind}' and k.live_count <> coalesce(r.n, 0)`

export const checks: Check[] = [
  numbers('Invoices are numbered from 1 to n without a gap or a repeat', 'invoice', 'invoices', 'm.company_invoice_id'),
  numbers(
    'Packages are numbered from 1 to n without a gap or a repeat',
    'package',
    'packages',
    'm.company_package_id',
    // A file written as a whole draws its numbers first; a failed one may leave gaps.
    `exists (select from imports i where i.company_id = c.id and i.kind = 'packages' and i.all_or_nothing and i.status in ('running', 'failed'))`,
  ),
  numbers(
    'Casilleros are numbered from 1 to n without a gap or a repeat',
    'client',
    'clients',
    `(substring(m.casillero from '[0-9]+$')::bigint)`,
    // A file of clients may bring numbers of an older system, with gaps.
    `exists (select from imports i where i.company_id = c.id and i.kind = 'clients' and i.run_by is not null)`,
  ),
  numbers(
    'Cash sessions are numbered from 1 to n without a gap or a repeat',
    'cash_session',
    'cash_sessions',
    'm.company_session_id',
  ),
  numbers(
    'Hand-overs are numbered from 1 to n without a gap or a repeat',
    'handover',
    'handovers',
    'm.company_handover_id',
  ),
  numbers(
    'Collections are numbered from 1 to n without a gap or a repeat',
    'collection',
    'collections',
    'm.company_collection_id',
  ),
  numbers(
    'Consignments are numbered from 1 to n without a gap or a repeat',
    'consignment',
    'consignments',
    'm.company_consignment_id',
  ),
  numbers(
    'Dispatches are numbered from 1 to n without a gap or a repeat',
    'dispatch',
    'dispatches',
    'm.company_dispatch_id',
  ),
  {
    says: 'The counts of living clients, packages, invoices, hand-overs, consignments and dispatches are right',
    sql: [
      live('client', 'clients', 'deleted_at'),
      live('package', 'packages', 'deleted_at'),
      live('invoice', 'invoices', 'voided_at'),
      live('handover', 'handovers', 'undone_at'),
      live('consignment', 'consignments', 'deleted_at'),
      live('dispatch', 'dispatches', 'undone_at'),
    ].join(' union all '),
  },
  {
    says: 'Every living package is found by its own words and those of its owner, and no deleted one is',
    sql: `
      select coalesce(p.company_id, t.company_id) as company_id,
             format('package #%s', coalesce(p.company_package_id, t.company_package_id)) as what
      from (select * from packages where deleted_at is null) p
      full join package_search_texts t on t.company_id = p.company_id and t.package_id = p.id
      where (t.company_package_id, t.text) is distinct from (p.company_package_id, p.search_text || p.client_search_text)`,
  },
  {
    // If a dump was restored without comments, a company's copy would lack the table unnoticed.
    says: 'The tables of a company say what its copy calls them',
    sql: `
      select c.id as company_id, format('%s says nothing', t.name) as what
      from companies c, (values ('companies'), ('clients'), ('packages'), ('invoices'), ('invoice_payments')) t (name)
      where obj_description(t.name::regclass, 'pg_class') is null`,
  },
  ...amounts,
  ...invoices,
  ...cash,
  ...debts,
  ...handovers,
  ...dispatches,
  ...clients,
  ...consignments,
  ...collections,
  ...catalogues,
  ...keysAndMessages,
  ...references,
]

/** `count` counts all places that break the rule; `places` names the first. */
export type Finding = { says: string; count: number; places: string[] }

const shownPlaces = 20

async function find(client: Client, { says, sql, isGenerated }: Check): Promise<Finding> {
  const statement = isGenerated ? (await client.query<{ statement: string }>(sql)).rows[0]?.statement : sql
  const { rows } = await client.query<{ company: string | null; what: string; count: number }>(
    `with wrong as materialized (${statement})
     select c.subdomain as company, w.what, (select count(*)::int from wrong) as count
     from wrong w left join companies c on c.id = w.company_id order by 1, 2 limit ${shownPlaces}`,
  )
  return {
    says,
    count: rows[0]?.count ?? 0,
    places: rows.map(({ company, what }) => (company === null ? what : `${company}: ${what}`)),
  }
}

export async function runChecks(client: Client): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(await find(client, check))
  return findings
}

/** Reads one snapshot, without waiting for a lock. */
export function verifyData(ownerUrl: string): Promise<Finding[]> {
  return withConnection(ownerUrl, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ known: boolean }>(
      "select to_regclass('public.company_counters') is not null as known",
    )
    if (!rows[0]?.known) throw new Error('This database has no tables of Casillero yet.')
    return await runChecks(client)
  })
}

export function writeReport(findings: Finding[]): string[] {
  const wrong = findings.filter(({ count }) => count > 0)
  return [
    ...findings.flatMap(({ says, count, places }) => [
      count === 0 ? `OK     ${says}` : `WRONG  ${says}: not so in ${count} ${count === 1 ? 'place' : 'places'}`,
      ...places.map((place) => `       - ${place}`),
      ...(count > places.length ? [`       - and ${count - places.length} more`] : []),
    ]),
    wrong.length === 0
      ? `All ${findings.length} hold.`
      : `${wrong.length} of ${findings.length} do not hold. Nothing was changed.`,
  ]
}
