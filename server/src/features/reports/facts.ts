import type { ReportName } from '@casillero/shared/domain/report-names'
import { type RawBuilder, sql } from 'kysely'
import { invoiceEvents, takenMoney } from '../dashboard/money-rows.ts'
import { midnight } from '../dashboard/periods.ts'
import { receivedEvents } from '../dashboard/received-rows.ts'
import { pending } from '../debts/queries.ts'

/** Reports of conversations, which add up no money. */
export type AnswersName = 'answers-by-day' | 'answers-by-person' | 'answers-by-rule' | 'waiting-now'

/** Reports that add up rows of `facts`. */
export type SummedName = Exclude<ReportName, 'shipments-margin' | 'promises' | AnswersName>

/** Reports of conversations whose rows are users. */
export const ofUsers: ReadonlySet<ReportName> = new Set(['answers-by-person', 'waiting-now'])

/** `shift` is the number of days between the two spans. */
export type Span = { from: RawBuilder<unknown>; to: RawBuilder<unknown>; shift: RawBuilder<unknown> }

export const within =
  ({ from, to }: Span) =>
  (at: RawBuilder<unknown>) =>
    sql`
  ${at} >= ${midnight(from)} and ${at} < ${midnight(sql`${to} + 1`)}`

const selectDay = (at: RawBuilder<unknown>, { shift }: Span) =>
  sql`((${at} at time zone 'America/Managua')::date + ${shift})::text`

const selectWeek = (at: RawBuilder<unknown>, { shift }: Span) =>
  sql`date_trunc('week', ((${at} at time zone 'America/Managua')::date + ${shift})::timestamp)::date::text`

/** One who was deleted on the day itself was a slip. */
const isCreated = sql`(c.deleted_at >= ${midnight(sql`(c.created_at at time zone 'America/Managua')::date + 1`)}) is not false`

/** Received within 30 days, as it was then; of a client who was merged, the other has the packages. */
const isServed = sql`exists (
  select from packages p
  where p.company_id = c.company_id and p.client_id in (c.id, c.merged_into_id) and p.weight is not null
    and p.created_at >= c.created_at and p.created_at < c.created_at + interval '30 days'
    and (p.deleted_at >= c.created_at + interval '30 days') is not false)`

/** Rows with `key`, `currency_id`, `n`, `pounds` and `amount`; null if unknown. */
type Facts = { rows: (span: Span) => RawBuilder<unknown>; nameOf?: (key: RawBuilder<unknown>) => RawBuilder<unknown> }

const none = sql`null::uuid`
const userName: Facts['nameOf'] = (key) => sql`(select u.full_name from users u where u.id = ${key}::uuid)`

/** Invoices made and voided, without amounts paid on behalf of clients, with the real pounds of their lines. */
const sales = (key: (span: Span) => RawBuilder<unknown>) => (span: Span) =>
  sql`
  select ${key(span)} as key, v.currency_id, v.n, v.sign * i.pounds as pounds, v.sign * v.sold as amount
  from ${invoiceEvents(within(span))} v
  cross join lateral (select sum(coalesce(i.weight, i.quantity)) as pounds from invoice_items i where i.invoice_id = v.id) i`

/** Lines of invoices made and voided; a package holds still while it is invoiced, and the line keeps what it had when it is voided. */
const lines = (key: RawBuilder<unknown>) => (span: Span) =>
  sql`
  select ${key} as key, v.currency_id, v.n, v.sign * coalesce(i.weight, i.quantity) as pounds, v.sign * i.total as amount
  from ${invoiceEvents(within(span))} v
  join invoice_items i on i.invoice_id = v.id
  join packages p on p.id = i.package_id`

const charges = (key: RawBuilder<unknown>, which: RawBuilder<unknown>) => (span: Span) =>
  sql`
  select ${key} as key, v.currency_id, v.n, null::numeric as pounds, v.sign * c.total as amount
  from ${invoiceEvents(within(span))} v join invoice_charges c on c.invoice_id = v.id
  where ${which}`

/** Charges waived or lowered. */
const waivers = (key: RawBuilder<unknown>, which: RawBuilder<unknown>) => (span: Span) =>
  sql`
  select ${key} as key, v.currency_id, v.n, null::numeric as pounds,
    v.sign * case when c.is_waived then c.total else c.full_total - c.total end as amount
  from ${invoiceEvents(within(span))} v join invoice_charges c on c.invoice_id = v.id
  where ${which} and (c.is_waived or c.full_total is not null)`

/** Sent on the day that staff gave, and undone on the day of that, with real pounds; a carrier has its latest spelling. */
const dispatches: Facts = {
  rows: ({ from, to }) => sql`
  select lower(d.carrier) as key, d.cost_currency_id as currency_id, e.sign * l.n as n, e.sign * l.pounds as pounds, e.sign * d.cost as amount
  from dispatches d
  cross join lateral (values (d.sent_on, 1), ((d.undone_at at time zone 'America/Managua')::date, -1)) e(day, sign)
  cross join lateral (
    select count(distinct l.shipment_id)::int as n, coalesce(sum(coalesce(i.weight, i.quantity)), 0) as pounds
    from dispatch_shipments l
    join invoice_shipments s on s.id = l.shipment_id
    left join invoice_items i on i.invoice_id = s.invoice_id
    where l.dispatch_id = d.id
  ) l
  where e.day between ${from} and ${to}`,
  nameOf: (key) => sql`(select d.carrier from dispatches d where lower(d.carrier) = ${key} order by d.id desc limit 1)`,
}

const clientName: Facts['nameOf'] = (key) =>
  sql`(select c.first_name || ' ' || c.last_names from clients c where c.id = ${key}::uuid)`
const chargeName: Facts['nameOf'] = (key) => sql`(select c.name from charges c where c.id = ${key}::uuid)`

const payments = (key: RawBuilder<unknown>) => (span: Span) =>
  sql`
  select ${key} as key, t.currency_id, t.n, null::numeric as pounds, t.amount from ${takenMoney(within(span))} t`

/** Before the row's discount, unrounded, in US$: the rounded `amount` would give a discount of cents. */
const lineNet = sql`
  case when i.list_price is null then i.quantity * i.unit_price
    when i.package_discount_type = 'percentage' then i.quantity * i.list_price * (100 - i.package_discount_value) * 0.01
    when i.package_discount_type = 'fixed_amount' then greatest(i.quantity * i.list_price - i.package_discount_value, 0)
    else i.quantity * i.list_price end`

/** Discounts of invoices and of lines, in the invoice's currency. */
const discounts = (span: Span) => sql`
  select v.created_by::text as key, v.currency_id, v.n, null::numeric as pounds, v.sign * (v.discount_total + i.discount) as amount
  from ${invoiceEvents(within(span))} v
  cross join lateral (
    select coalesce(sum(round(${lineNet} * v.rate_compra, 2) - i.total) filter (where i.discount_type <> 'none'), 0) as discount
    from invoice_items i where i.invoice_id = v.id
  ) i
  where v.discount_total + i.discount > 0`

export const facts: Record<SummedName, Facts> = {
  'sales-by-day': { rows: sales((span) => selectDay(sql`v.at`, span)) },
  'sales-by-person': { rows: sales(() => sql`v.created_by::text`), nameOf: userName },
  'sales-by-tariff': {
    rows: lines(sql`coalesce(i.tariff_id, p.tariff_id)::text`),
    nameOf: (key) => sql`(select t.name from tariffs t where t.id = ${key}::uuid)`,
  },
  'sales-by-method': { rows: lines(sql`coalesce(i.shipping_method, p.shipping_method)`) },
  'sales-by-charge': {
    rows: charges(sql`c.charge_id::text`, sql`not c.is_waived and c.kind <> 'advance'`),
    nameOf: chargeName,
  },
  'payments-by-method': { rows: payments(sql`t.method`) },
  'payments-by-currency': {
    rows: payments(sql`t.currency_id::text`),
    nameOf: (key) => sql`(select k.name from currencies k where k.id = ${key}::uuid)`,
  },
  'payments-by-person': { rows: payments(sql`t.created_by::text`), nameOf: userName },
  'debts-by-age': {
    rows: () => sql`
      select v.step::text as key, v.currency_id, 1 as n, null::numeric as pounds, v.pending_total as amount from ${pending} v`,
  },
  'pounds-by-client': {
    rows: (span) => sql`
      select e.client_id::text as key, ${none} as currency_id, sum(e.n) as n, sum(e.pounds) as pounds, null::numeric as amount
      from ${receivedEvents(within(span))} e group by e.client_id having sum(e.n) <> 0 or sum(e.pounds) <> 0`,
    nameOf: clientName,
  },
  'new-clients': {
    rows: (span) => sql`
      select ${selectDay(sql`c.created_at`, span)} as key, ${none} as currency_id, 1 as n, null::numeric as pounds, null::numeric as amount
      from clients c
      where ${isCreated} and ${within(span)(sql`c.created_at`)}`,
  },
  'new-clients-by-week': {
    rows: (span) => sql`
      select ${selectWeek(sql`c.created_at`, span)} || case when c.is_signed_up then ' own' else ' staff' end as key,
        ${none} as currency_id, 1 as n, null::numeric as pounds, null::numeric as amount, ${isServed}::int as served
      from clients c
      where ${isCreated} and ${within(span)(sql`c.created_at`)}`,
  },
  'dispatches-by-carrier': dispatches,
  'voided-invoices': {
    rows: (span) => sql`
      select v.voided_by::text as key, v.currency_id, 1 as n, null::numeric as pounds, v.total_amount as amount
      from invoices v where v.voided_at is not null and ${within(span)(sql`v.voided_at`)}`,
    nameOf: userName,
  },
  'waived-charges': { rows: waivers(sql`v.created_by::text`, sql`true`), nameOf: userName },
  'waived-storage': { rows: waivers(sql`v.client_id::text`, sql`c.kind = 'storage'`), nameOf: clientName },
  'advances-by-charge': {
    rows: charges(sql`c.charge_id::text`, sql`not c.is_waived and c.kind = 'advance'`),
    nameOf: chargeName,
  },
  'discounts-given': { rows: discounts, nameOf: userName },
}

/** A week has its clients by who made them. */
export const isByWeek = (name: ReportName): boolean => name === 'new-clients-by-week'

const countsClients = (name: ReportName): boolean => name === 'new-clients' || isByWeek(name)

export const chooseMain = (name: ReportName) =>
  name === 'pounds-by-client' ? 'pounds' : countsClients(name) ? 'count' : 'reference'

export const isByDay = (name: ReportName): boolean =>
  name === 'sales-by-day' || name === 'new-clients' || name === 'answers-by-day'

/** Days and ages have a fixed order. */
export const isInOrder = (name: ReportName): boolean => isByDay(name) || isByWeek(name) || name === 'debts-by-age'

/** Rows are of something with an id. */
export const isById = (name: ReportName): boolean =>
  name === 'shipments-margin' || ofUsers.has(name) || Object(facts)[name]?.nameOf !== undefined
