import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { clientColumns } from '../clients/queries.ts'

type Tariffs = ClientAccount['tariffs']

const assignableTariff = (type: keyof Tariffs, own: RawBuilder<string>): RawBuilder<Tariffs[keyof Tariffs]> => sql`(
  select json_build_object('id', t.id, 'name', t.name, 'pricePerPound', t.price_per_pound, 'unit', t.unit) from tariffs t
  where t.type = ${sql.lit(type)} and (t.id = ${own} or t.is_default) and t.deleted_at is null and t.is_active
    and (t.start_date is null or app_today() between t.start_date and t.end_date)
  order by t.id = ${own} desc nulls last limit 1)`

/** What a package of the client costs, by method; null where the company has no tariff. */
export const readClientTariffs = (db: Db, clientId: string): Promise<Tariffs> =>
  db
    .selectFrom('clients')
    .select([
      assignableTariff('maritimo', sql`clients.default_tariff_maritimo_id`).as('maritimo'),
      assignableTariff('aereo', sql`clients.default_tariff_aereo_id`).as('aereo'),
    ])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()

/** Null while the package is not ready. */
export const readyAt = sql`(case when s.role = 'ready' then p.status_since end)`

const packageFacts = sql<{
  packages: number
  delivered: number
  ready: number
  readyWeight: number
  readyOldestAt: string | null
}>`(
  select
    count(*) filter (where s.is_final_status is not true)::int as packages,
    count(*) filter (where s.is_final_status)::int as delivered,
    count(*) filter (where s.role = 'ready')::int as ready,
    coalesce(sum(p.weight) filter (where s.role = 'ready'), 0) as "readyWeight",
    min(${readyAt}) as "readyOldestAt"
  from packages p left join statuses s on s.id = p.status_id
  where p.client_id = clients.id and p.deleted_at is null)`

const ownDebts = sql<ClientAccount['debts']>`coalesce((
  select json_agg(json_build_object('id', d.id,
    'createdAt', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'invoice', json_build_object('id', v.id, 'companyInvoiceId', v.company_invoice_id),
    'currency', json_build_object('id', d.currency_id, 'code', d.currency_code, 'name', d.currency_name, 'symbol', d.currency_symbol,
      'rateCompra', d.rate_compra, 'rateVenta', d.rate_venta),
    'amount', d.amount, 'pendingTotal', d.pending_total) order by d.created_at, d.id)
  from client_debts d join invoices v on v.id = d.invoice_id
  where d.client_id = clients.id and d.pending_total > 0), '[]'::json)`

const facts = prepare((db, { id }: { id: string }) =>
  db
    .selectFrom('clients')
    .innerJoinLateral(packageFacts.as<'facts'>('facts'), (join) => join.onTrue())
    .select(clientColumns)
    .select(['facts.packages', 'facts.delivered', 'facts.ready', 'facts.readyWeight', 'facts.readyOldestAt'])
    .select([
      assignableTariff('maritimo', sql`clients.default_tariff_maritimo_id`).as('maritimo'),
      assignableTariff('aereo', sql`clients.default_tariff_aereo_id`).as('aereo'),
      selectCreditLine(sql`clients.credit_limit`, sql`clients.id`).as('creditLine'),
      ownDebts.as('debts'),
      sql<number>`(select count(*)::int from invoices v where v.client_id = clients.id and v.voided_at is null)`.as(
        'invoices',
      ),
      sql<number>`(select count(*)::int from messages m where m.client_id = clients.id)`.as('messages'),
    ])
    .where('clients.id', '=', id)
    .where('clients.deleted_at', 'is', null),
)

type Sum = {
  isOwed: boolean
  currencyId: string
  code: string
  symbol: string
  amount: number
  count: number
  oldestAt: string
}

/** Currencies are never added to each other. */
const sums = prepare((db, { id }: { id: string }) =>
  db
    .selectFrom(
      sql<Omit<Sum, 'code' | 'symbol'>>`(
        select true as "isOwed", v.currency_id as "currencyId", sum(v.pending_total) as amount, count(*)::int as count,
          min(v.created_at) as "oldestAt"
        from open_debts v where v.client_id = ${id} group by v.currency_id
        union all
        select false, b.currency_id, b.balance, 0, null from client_credit_balances b
        where b.client_id = ${id} and b.balance > 0)`.as<'sums'>('sums'),
    )
    .innerJoin('currencies as c', 'c.id', 'sums.currencyId')
    .selectAll('sums')
    .select(['c.code', 'c.symbol'])
    .orderBy('c.code'),
)

/** docs/product/clients.md, "The client's page". */
export async function getAccount(db: Db, id: string): Promise<ClientAccount> {
  // Both queries travel in one round trip.
  const [[client], amounts] = await Promise.all([facts(db, { id }), sums(db, { id })])
  if (!client) throw new AppError('not_found')
  const { packages, delivered, invoices, messages, ready, readyWeight, readyOldestAt, maritimo, aereo } = client
  return {
    client,
    owed: amounts.filter(({ isOwed }) => isOwed),
    credit: amounts.filter(({ isOwed }) => !isOwed),
    debts: client.debts,
    creditLine: client.creditLine,
    ready: { count: ready, weight: readyWeight, oldestAt: readyOldestAt },
    tariffs: { maritimo, aereo },
    counts: { packages, delivered, invoices, messages },
  }
}
