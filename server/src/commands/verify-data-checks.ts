import { cashChecks } from './verify-cash-checks.ts'

/** One thing that is true of every healthy database. */
export type Check = {
  /** What is true, as the command prints it. */
  says: string
  /** Gives a row (company_id, what) for each place where it is not so; without names, phones or texts of people. */
  sql: string
  /** `sql` writes the statement that finds the rows, from the catalogue of the very database. */
  isWritten?: boolean
}

const numbers = (says: string, kind: string, table: string, number: string): Check => ({
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
       or (coalesce(r.n, 0), coalesce(r.different, 0), coalesce(r.last, 0)) <> (k.last_number, k.last_number, k.last_number)
       or r.first <> 1`,
})

/** What a discount takes off a base, as `discountOn` of the domain has it. */
const discount = (base: string, type: string, value: string) =>
  `(case ${type} when 'percentage' then ${base} * ${value} * 0.01 when 'fixed_amount' then least(${value}, ${base}) else 0 end)`

/** A quotient rounded once to so many decimals, a half up: plain division would round before that. */
const quotient = (dividend: string, divisor: string, decimals: number) =>
  `(div(2 * 1e${decimals} * ${dividend} + ${divisor}, 2 * ${divisor}) / 1e${decimals})::numeric(30, ${decimals})`

const net = `(p.weight * p.price_per_pound - ${discount('(p.weight * p.price_per_pound)', 'p.discount_type', 'p.discount_value')})`
const final = `(${net} - ${discount(net, 'i.discount_type', 'i.discount_value')})`
const gross = '(v.subtotal + v.shipping_total)'

const amounts: Check[] = [
  {
    says: 'Prices of packages follow from weight, price per pound and discount',
    sql: `
      select p.company_id, format('package #%s: total %s, per pound %s', p.company_package_id, p.total_price, p.final_price_per_pound) as what
      from packages p
      where (p.total_price, p.final_price_per_pound) is distinct from (
        case when p.weight is not null and p.price_per_pound is not null then round(${net}, 2) end,
        case when p.weight is not null and p.price_per_pound is not null then ${quotient(net, 'p.weight', 6)} end)`,
  },
  {
    // A voided line's package may have been priced anew since.
    says: 'Lines of live invoices follow from their packages, discounts and the rate',
    sql: `
      select i.company_id, format('invoice #%s line %s: package #%s, %s, %s, total %s', v.company_invoice_id, i.position,
                                  p.company_package_id, i.amount, i.final_amount, i.total) as what
      from invoice_items i
      join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
      join packages p on p.company_id = i.company_id and p.id = i.package_id
      where i.voided_at is null
        and (i.quantity, i.unit_price, i.amount, i.final_amount, i.total) is distinct from
            (p.weight, p.final_price_per_pound, p.total_price, round(${final}, 2), round(${final} * v.rate_compra, 2))`,
  },
  {
    says: 'Shipping is converted at the rates that its invoice keeps',
    sql: `
      select s.company_id, format('invoice #%s: shipping %s %s counted as %s', v.company_invoice_id, s.shipping_price, s.currency_code, s.converted_price) as what
      from invoice_shipments s join invoices v on v.company_id = s.company_id and v.id = s.invoice_id
      where s.converted_price <> case when s.currency_code = v.currency_code then s.shipping_price
        else ${quotient('s.shipping_price * v.rate_compra', 's.rate_venta', 2)} end`,
  },
  {
    // Of a later payment the invoice's own rate of that day is not kept, unless it is US$ and always 1.
    says: 'Payments are converted at the rates that they keep',
    sql: `
      select y.company_id, format('invoice #%s: payment %s of %s %s counted as %s', v.company_invoice_id, y.id, y.total, y.currency_code, y.converted_total) as what
      from invoice_payments y join invoices v on v.company_id = y.company_id and v.id = y.invoice_id
      where (y.currency_code = v.currency_code and y.converted_total <> y.total)
         or (y.currency_code <> v.currency_code and (v.currency_code = 'USD' or y.created_at = v.created_at)
             and y.converted_total <> ${quotient('y.total * v.rate_venta', 'y.rate_compra', 2)})`,
  },
  {
    says: 'Totals of invoices are the sums of their lines, shipping, discount and payments',
    sql: `
      select v.company_id, format('invoice #%s: %s + %s - %s = %s, paid %s, pending %s', v.company_invoice_id, v.subtotal,
                                  v.shipping_total, v.discount_total, v.total_amount, v.paid_total, v.pending_total) as what
      from invoices v
      left join (select company_id, invoice_id, sum(total) as total from invoice_items group by 1, 2) i
        on i.company_id = v.company_id and i.invoice_id = v.id
      left join (select company_id, invoice_id, sum(converted_price) as total from invoice_shipments group by 1, 2) s
        on s.company_id = v.company_id and s.invoice_id = v.id
      left join (select company_id, invoice_id, sum(converted_total) as total from invoice_payments group by 1, 2) y
        on y.company_id = v.company_id and y.invoice_id = v.id
      where (v.subtotal, v.shipping_total, v.discount_total, v.total_amount, v.paid_total, v.pending_total) is distinct from
            (coalesce(i.total, 0), coalesce(s.total, 0),
             round(${discount(gross, 'v.general_discount_type', 'v.general_discount_value')}, 2),
             ${gross} - v.discount_total, coalesce(y.total, 0), greatest(v.total_amount - v.paid_total, 0))`,
  },
]

const invoices: Check[] = [
  {
    says: 'An invoice is paid when its payments cover it, pending when not, and its shipment with it',
    sql: `
      select v.company_id, format('invoice #%s is %s with %s pending', v.company_invoice_id, v.status, v.pending_total) as what
      from invoices v
      where (v.status = 'cancelled') <> (v.voided_at is not null) or (v.voided_at is null) <> (v.voided_by is null)
         or v.status = 'paid' and v.total_amount - v.paid_total >= 0.01
         or v.status = 'pending' and v.total_amount - v.paid_total < 0.01
         or exists (select from invoice_shipments s where s.company_id = v.company_id and s.invoice_id = v.id
                    and (v.status = 'paid' and s.status = 'pending_payment' or v.status = 'pending' and s.status <> 'pending_payment'))`,
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

const house: Check[] = [
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
    // One that was opened without an admin waits for its first, and may.
    says: 'Every company that ever had an admin has an active one',
    sql: `
      select c.id as company_id, 'has none' as what from companies c
      where exists (select from users u where u.company_id = c.id and u.type = 'admin')
        and not exists (select from users u where u.company_id = c.id and u.type = 'admin' and u.status = 'active' and u.deleted_at is null)`,
  },
]

const outside: Check[] = [
  {
    says: 'Idempotency keys lead to what was made',
    sql: `
      select k.company_id, format('%s at %s', k.endpoint, k.created_at) as what
      from idempotency_keys k
      cross join lateral (select (k.response -> 'data' ->> 'id')::uuid as id, k.response -> 'data' ->> 'companyInvoiceId' as number) made
      where not case
        when k.endpoint like 'POST /api/invoices%' then exists (
          select from invoices v where v.company_id = k.company_id and v.id = made.id and v.company_invoice_id::text = made.number)
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
         or m.event_key ~ '^(status|shipping):' and not exists (
              select from message_packages p where p.company_id = m.company_id and p.message_id = m.id)`,
  },
]

/** Every foreign key with its columns, and those of them that a parent in another company would satisfy. */
const foreignKeys = `
  select k.conrelid::regclass as child, k.confrelid::regclass as parent, k.conname, c.columns,
         array_to_string(array(select format('c.%I is not null', n) from unnest(c.columns) n), ' and ') as given,
         array_to_string(array(select format('p.%I = c.%I', r, n) from unnest(c.columns, f.columns) as t (n, r)), ' and ') as same,
         array_to_string(array(select format('p.%I = c.%I', r, n) from unnest(c.columns, f.columns) as t (n, r) where n <> 'company_id'), ' and ') as alike
  from pg_constraint k
  cross join lateral (select array_agg(a.attname order by x.place) as columns
    from unnest(k.conkey) with ordinality x (number, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.number) c
  cross join lateral (select array_agg(a.attname order by x.place) as columns
    from unnest(k.confkey) with ordinality x (number, place) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.number) f
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace`

const lonely = (whether: string) => `format(
  'select c.company_id, format(''%%s %%s: its %%s'', %L, to_jsonb(c) ->> ''id'', %L) as what from %s c
   where %s and not exists (select from %s p where %s) and ${whether} (select from %s p where %s)',
  k.child, array_to_string(k.columns, ', '), k.child, k.given, k.parent, k.same, k.parent, coalesce(nullif(k.alike, ''), 'false'))`

const references: Check[] = [
  {
    says: 'Every reference leads to a row, and has its foreign key',
    isWritten: true,
    sql: `
      select string_agg(${lonely('not exists')}, ' union all ') || '
        union all
        select null, format(''%s.%s has no foreign key that holds'', a.attrelid::regclass, a.attname)
        from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind = ''r'' and t.relnamespace = ''public''::regnamespace
        where a.attname ~ ''_(id|by)$'' and a.atttypid = ''uuid''::regtype and t.relname <> ''audit_entries''
          and not exists (select from pg_constraint k where k.conrelid = a.attrelid and a.attnum = any (k.conkey)
                          and k.contype = ''f'' and k.convalidated and k.conenforced)' as statement
      from (${foreignKeys}) k`,
  },
  {
    says: 'No reference leads into another company',
    isWritten: true,
    sql: `select string_agg(${lonely('exists')}, ' union all ') as statement from (${foreignKeys}) k`,
  },
]

const live = (kind: string, table: string, ended: string) => `
  select k.company_id, format('the counter says %s living ${table}, there are %s', k.live_count, coalesce(r.n, 0)) as what
  from company_counters k
  left join (select company_id, count(*) as n from ${table} where ${ended} is null group by 1) r on r.company_id = k.company_id
  where k.kind = '${kind}' and k.live_count <> coalesce(r.n, 0)`

/** All that is checked, in the order of the report; made for a repeatable-read transaction of the database's owner. */
export const checks: Check[] = [
  numbers('Invoices are numbered from 1 to n without a gap or a repeat', 'invoice', 'invoices', 'm.company_invoice_id'),
  numbers('Packages are numbered from 1 to n without a gap or a repeat', 'package', 'packages', 'm.company_package_id'),
  numbers(
    'Casilleros are numbered from 1 to n without a gap or a repeat',
    'client',
    'clients',
    `(substring(m.casillero from '[0-9]+$')::bigint)`,
  ),
  numbers(
    'Cash sessions are numbered from 1 to n without a gap or a repeat',
    'cash_session',
    'cash_sessions',
    'm.company_session_id',
  ),
  {
    says: 'The counts of living clients, packages and invoices are right',
    sql: [
      live('client', 'clients', 'deleted_at'),
      live('package', 'packages', 'deleted_at'),
      live('invoice', 'invoices', 'voided_at'),
    ].join(' union all '),
  },
  ...amounts,
  ...invoices,
  ...cashChecks,
  ...house,
  ...outside,
  ...references,
]
