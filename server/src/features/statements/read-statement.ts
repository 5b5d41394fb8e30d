import type { Statement } from '@casillero/shared/contract/statements'
import { businessDate } from '@casillero/shared/domain/business-date'
import { convertedSteps } from '@casillero/shared/domain/conversion-text'
import type { LedgerKind } from '@casillero/shared/domain/ledger-entry'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatBasis } from '@casillero/shared/domain/price-arithmetic'
import { cordobaReference, ledgerSums } from '@casillero/shared/domain/statement'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getClient } from '../clients/queries.ts'

export type Period = { from: string; to: string }

const dayMs = 86_400_000
const longestDays = 366

/** Defaults to the first of the last day's month, up to today. Throws `invalid` for days in the wrong order or too many. */
export function readPeriod(asked: Partial<Record<keyof Period, string | undefined>>): Period {
  const to = asked.to ?? businessDate(new Date())
  const from = asked.from ?? `${to.slice(0, 8)}01`
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (days < 0) throw new AppError('invalid', { fields: { to: 'La fecha final es anterior a la inicial' } })
  if (days > longestDays) throw new AppError('invalid', { fields: { from: 'El período es de un año como máximo' } })
  return { from, to }
}

const selectStartOfDay = (day: string) => sql<string>`(${day}::date)::timestamp at time zone 'America/Managua'`
const selectEndOfDay = (day: string) => sql<string>`(${day}::date + 1)::timestamp at time zone 'America/Managua'`

/** Lists every currency that the client has ever used. */
async function listAccounts(db: Db, clientId: string, { from, to }: Period) {
  return await db
    .selectFrom(
      db
        .selectFrom('client_ledger as l')
        .select(['l.currency_id'])
        .select(
          sql<number>`coalesce(sum(l.debit - l.credit) filter (where l.at < ${selectStartOfDay(from)}), 0)`.as(
            'opening',
          ),
        )
        .where('l.client_id', '=', clientId)
        .where('l.at', '<', selectEndOfDay(to))
        .groupBy('l.currency_id')
        .as('l'),
    )
    .innerJoin('currencies as c', 'c.id', 'l.currency_id')
    .select([
      'c.id as currencyId',
      'c.code',
      'c.name',
      'c.symbol',
      'c.rate_compra as rateCompra',
      'c.rate_venta as rateVenta',
      'l.opening',
      sql<number>`coalesce((select sum(k.amount) from client_credits k
        where k.client_id = ${clientId} and k.currency_id = c.id and k.created_at < ${selectEndOfDay(to)}), 0)`.as(
        'credit',
      ),
    ])
    .orderBy('c.code')
    .execute()
}

/** Null unless the entry is the invoice itself. */
const ruledItems = sql<
  (Parameters<typeof formatBasis>[0] & { number: number })[] | null
>`case when l.kind = 'invoice' then (
  select json_agg(json_build_object('number', i.company_package_id, 'weight', i.weight, 'length', i.length, 'width', i.width,
    'height', i.height, 'priceRules', i.price_rules, 'quantity', i.quantity) order by i.position)
  from invoice_items i where i.invoice_id = v.id and i.price_rules is not null) end`

async function listEntries(db: Db, clientId: string, { from, to }: Period) {
  return await db
    .selectFrom('client_ledger as l')
    .leftJoin('invoices as v', 'v.id', 'l.invoice_id')
    .leftJoin('invoice_payments as p', (join) => join.onRef('p.id', '=', 'l.id').on('l.step', 'in', [2, 5]))
    .leftJoin('debt_payments as y', (join) => join.onRef('y.id', '=', 'l.id').on('l.step', 'in', [2, 5]))
    .leftJoin('collection_payments as c', 'c.id', 'y.collection_payment_id')
    .leftJoin('client_debts as d', 'd.id', 'y.debt_id')
    .select([
      // The types of a view allow null in every column.
      sql<string>`l.currency_id`.as('currencyId'),
      sql<string>`l.id`.as('id'),
      sql<string>`l.at`.as('at'),
      sql<LedgerKind>`l.kind`.as('kind'),
      'l.invoice_id as invoiceId',
      'v.company_invoice_id as companyInvoiceId',
    ])
    .select(({ fn }) => [
      // A part of a collection pays an invoice, or a debt without one.
      fn.coalesce('d.currency_code', 'v.currency_code').as('paidCode'),
      fn.coalesce('d.rate_compra', 'v.rate_compra').as('paidCompra'),
      fn.coalesce('d.rate_venta', 'v.rate_venta').as('paidVenta'),
      fn.coalesce('p.method', 'c.method').as('method'),
      fn.coalesce('p.reference', 'c.reference').as('reference'),
      fn.coalesce('p.total', 'y.total').as('total'),
      fn.coalesce('p.converted_total', 'y.converted_total').as('convertedTotal'),
      fn.coalesce('p.currency_code', 'c.currency_code').as('code'),
      fn.coalesce('p.currency_symbol', 'c.currency_symbol').as('symbol'),
      fn.coalesce('p.rate_compra', 'c.rate_compra').as('rateCompra'),
      fn.coalesce('p.rate_venta', 'c.rate_venta').as('rateVenta'),
      ruledItems.as('items'),
      sql<number>`l.debit`.as('debit'),
      sql<number>`l.credit`.as('credit'),
    ])
    .where('l.client_id', '=', clientId)
    .where('l.at', '>=', selectStartOfDay(from))
    .where('l.at', '<', selectEndOfDay(to))
    .orderBy('l.at')
    .orderBy('l.step')
    .orderBy('l.id')
    .execute()
}

/** Lines explained of an invoice with many packages. */
const explained = 3

function listBasis(items: Row['items']): string[] {
  const texts = (items ?? []).flatMap((item) => {
    const basis = formatBasis(item)
    return basis === '' ? [] : [`#${item.number}: ${basis}`]
  })
  const more = texts.length - explained
  return more > 0 ? [...texts.slice(0, explained), `y ${more} más`] : texts
}

type Row = Awaited<ReturnType<typeof listEntries>>[number]

/** `US$10.00 × 36.40`: the invoice's rates, or those of a later payment. */
function formatConversion(row: Row): string | null {
  const { total, code, symbol, paidCode } = row
  if (total === null || code === null || symbol === null || paidCode === null || code === paidCode) return null
  const from = { code, rateCompra: row.rateCompra ?? 1, rateVenta: row.rateVenta ?? 1 }
  const to = { code: paidCode, rateCompra: row.paidCompra ?? 1, rateVenta: row.paidVenta ?? 1 }
  return `${formatMoney(total, symbol)}${convertedSteps({ total, convertedTotal: row.convertedTotal ?? 0, currency: from }, to)}`
}

const toEntry = (row: Row, balance: number): Statement['accounts'][number]['entries'][number] => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  invoice:
    row.invoiceId !== null && row.companyInvoiceId !== null
      ? { id: row.invoiceId, companyInvoiceId: row.companyInvoiceId }
      : null,
  method: row.method,
  reference: row.reference,
  conversion: formatConversion(row),
  basis: listBasis(row.items),
  debit: row.debit,
  credit: row.credit,
  balance,
})

/** Includes both days. Throws `not_found`. docs/product/clients.md, "Statement". */
export async function readStatement(db: Db, clientId: string, period: Period): Promise<Statement> {
  // All queries travel in one round trip.
  const [client, accounts, entries, cordoba] = await Promise.all([
    getClient(db, clientId),
    listAccounts(db, clientId, period),
    listEntries(db, clientId, period),
    db
      .selectFrom('currencies')
      .select(['code', 'symbol', 'rate_compra as rateCompra', 'rate_venta as rateVenta'])
      .where('code', '=', 'NIO')
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  const { id, firstName, middleName, lastNames, casillero, phone } = client
  return {
    client: { id, firstName, middleName, lastNames, casillero, phone },
    ...period,
    accounts: accounts.flatMap((account) => {
      const { currencyId, code, name, symbol, opening, credit } = account
      const own = entries.filter((entry) => entry.currencyId === currencyId)
      const { balances, debits, credits, closing } = ledgerSums(opening, own)
      // Leaves out a currency without movements or balance in this period.
      if (own.length === 0 && opening === 0 && credit === 0) return []
      const hasReference = cordoba !== undefined && code !== 'NIO' && closing !== 0
      const rate = hasReference ? cordobaReference(1, account, cordoba) : 0
      return {
        currencyId,
        code,
        name,
        symbol,
        opening,
        debits,
        credits,
        closing,
        owed: toWire(sum([exact(closing), exact(credit)])),
        credit,
        reference: hasReference
          ? { symbol: cordoba.symbol, rate, amount: cordobaReference(closing, account, cordoba) }
          : null,
        entries: own.map((row, index) => toEntry(row, balances[index] ?? 0)),
      }
    }),
  }
}
